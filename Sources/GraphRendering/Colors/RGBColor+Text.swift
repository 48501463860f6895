extension RGBColor {
  /// Parses a colour as in files: `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)` or a name, or
  /// as in Graphviz by hue, saturation and value (`0.6 0.8 1`) or by the number in a scheme of
  /// ColorBrewer (`/blues5/3`), or as a list of which the first is
  /// used. `transparent` and `none` are invisible. Nil for other text.
  ///
  ///     RGBColor("tomato")  // #ff6347
  public init?(_ text: some StringProtocol) { self.init(text, names: .css) }

  /// Parses a colour whose names are those of CSS or of X11.
  ///
  ///     RGBColor("green", names: .x11)  // #00ff00, and #008000 in CSS
  package init?(_ text: some StringProtocol, names: ColorNames) {
    // A longer text is not a colour.
    guard text.utf8.count <= 256 else { return nil }
    let text = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if text.hasPrefix("#") {
      self.init(writtenAsHex: text)
    } else if let open = text.firstIndex(of: "("), text.last == ")" {
      self.init(function: text[..<open], text[text.index(after: open)...].dropLast())
    } else if let color = Self(hueSaturationValue: text) {
      self = color
    } else {
      self.init(named: text, names)
    }
  }

  /// Parses `#rrggbb`, or the first of a list.
  private init?(writtenAsHex text: String) {
    self.init(hex: text.prefix { $0 != ":" && $0 != ";" })
  }

  /// Parses `red`, `light blue`, `/svg/red`, or the first of `red:blue` and `red;0.3:blue`.
  private init?(named text: String, _ names: ColorNames) {
    var names = names
    var name = text.prefix { $0 != ":" && $0 != ";" }
    if name.hasPrefix("/") {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      guard let scheme = parts.first, let last = parts.last else { return nil }
      if parts.count == 2 {
        switch scheme {
        case "svg": names = .css
        case "x11", "": names = .x11
        case _ where BrewerSchemes.contains(scheme):
          guard let code = Int(last).flatMap({ BrewerSchemes.color($0, of: scheme) }) else {
            return nil
          }
          self.init(code)
          return
        default: return nil
        }
      }
      name = last
    }
    let word = name.filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }
    if word == "transparent" || word == "none" || word == "invis" {
      self = .clear
    } else if let code = names.code(word) {
      self.init(code)
    } else {
      return nil
    }
  }

  /// Parses `rgb(255, 128, 0)` or `rgba(255 128 0 / 50%)`.
  private init?(function: Substring, _ arguments: Substring) {
    guard function == "rgb" || function == "rgba" else { return nil }
    let parts = arguments.split { ", /".contains($0) }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    func byte(_ part: Substring, whole: Double) -> UInt8? {
      let isPercent = part.hasSuffix("%")
      guard let number = Double(isPercent ? part.dropLast() : part), number.isFinite else {
        return nil
      }
      let share = isPercent ? number / 100 : number / whole
      return UInt8((255 * min(max(share, 0), 1)).rounded())
    }
    guard let red = byte(parts[0], whole: 255), let green = byte(parts[1], whole: 255),
      let blue = byte(parts[2], whole: 255),
      let alpha = parts.count == 4 ? byte(parts[3], whole: 1) : 255
    else { return nil }
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Parses three fractions of 1, as `0.482 0.714 0.878` or with commas.
  private init?(hueSaturationValue text: String) {
    let parts = text.split { $0 == "," || $0.isWhitespace }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == 3, parts.count == 3, numbers.allSatisfy({ (0...1).contains($0) }) else {
      return nil
    }
    let (saturation, value) = (numbers[1], numbers[2])
    let sector = numbers[0] == 1 ? 0 : 6 * numbers[0]
    let share = sector - sector.rounded(.down)
    let low = value * (1 - saturation)
    let falling = value * (1 - saturation * share)
    let rising = value * (1 - saturation * (1 - share))
    let channels =
      switch Int(sector) {
      case 0: (value, rising, low)
      case 1: (falling, value, low)
      case 2: (low, value, rising)
      case 3: (low, falling, value)
      case 4: (rising, low, value)
      default: (value, low, falling)
      }
    func byte(_ share: Double) -> UInt8 { UInt8((255 * share).rounded()) }
    self.init(red: byte(channels.0), green: byte(channels.1), blue: byte(channels.2))
  }
}
