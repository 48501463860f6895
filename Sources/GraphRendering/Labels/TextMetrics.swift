/// Estimates the width of text without a font, so that labels are placed identically on every
/// machine.
///
/// The numbers are advance widths in thousandths of the font size. For each character it is the
/// greater one of Helvetica (Adobe's Font Metrics file, with which Arial and Liberation Sans agree)
/// and DejaVu Sans (2.37, table `hmtx`), which is among the widest substitutes for Helvetica. So
/// text needs at most the space it is given.
enum TextMetrics {
  /// Returns the width of text of size 1.
  static func width(of text: some StringProtocol) -> Double {
    text.unicodeScalars.reduce(0) { $0 + advance(of: $1) } / 1000
  }

  /// The distance from the base line to the top of the highest letters, and to the bottom of the
  /// lowest, for size 1.
  static let ascent = 0.76
  static let descent = 0.24
  /// The height of capital letters, for size 1.
  static let capitals = 0.73

  private static func advance(of scalar: Unicode.Scalar) -> Double {
    let code = Int(scalar.value)
    switch code {
    case 0x20..<0x7F: return Double(latin[code - 0x20])
    case 0xA0..<0x180: return Double(latinSupplement[code - 0xA0])
    // Combining marks, joiners, directional characters and variation selectors.
    case 0x300..<0x370, 0x200B..<0x2010, 0x202A..<0x202F, 0x2060..<0x2070, 0xFE00..<0xFE10: return 0
    // Other Latin, Greek and Cyrillic letters have the width of the widest common ones.
    case 0x180..<0x300: return 860
    case 0x370..<0x400: return 875
    case 0x400..<0x530: return 1095
    case 0x530..<0x1100, 0x1E00..<0x2000: return 1000
    case 0x2000..<0x2300: return 1050
    // Chinese, Japanese and Korean characters are square. Pictographs are wider.
    case 0x1F000...: return 1400
    default: return 1050
    }
  }

  /// U+0020 to U+007E.
  private static let latin: [Int16] = [
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337,
    637, 637, 637, 637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 556,
    1015, 685, 687, 722, 771, 667, 611, 778, 752, 295, 500, 667, 558, 863, 749, 788,
    667, 788, 722, 667, 611, 732, 685, 989, 686, 667, 686, 391, 337, 391, 838, 556,
    500, 613, 635, 550, 635, 616, 353, 635, 634, 278, 278, 580, 278, 975, 634, 612,
    635, 635, 412, 521, 393, 634, 592, 818, 592, 592, 525, 637, 337, 637, 838,
  ]

  /// U+00A0 to U+017F.
  private static let latinSupplement: [Int16] = [
    318, 401, 637, 637, 637, 637, 337, 556, 500, 1000, 472, 612, 838, 361, 1000, 500,
    500, 838, 401, 401, 500, 637, 637, 318, 500, 401, 472, 612, 970, 970, 970, 611,
    685, 685, 685, 685, 685, 685, 1000, 722, 667, 667, 667, 667, 295, 295, 295, 295,
    775, 749, 788, 788, 788, 788, 788, 838, 788, 732, 732, 732, 732, 667, 667, 630,
    613, 613, 613, 613, 613, 613, 982, 550, 616, 616, 616, 616, 278, 278, 278, 278,
    612, 634, 612, 612, 612, 612, 612, 838, 612, 634, 634, 634, 634, 592, 635, 592,
    685, 613, 685, 613, 685, 613, 722, 550, 699, 550, 699, 550, 722, 550, 771, 643,
    775, 635, 667, 616, 632, 616, 667, 616, 667, 616, 667, 616, 775, 635, 778, 635,
    775, 635, 778, 635, 752, 634, 917, 695, 295, 278, 295, 278, 295, 278, 295, 278,
    295, 278, 590, 556, 295, 278, 667, 580, 580, 558, 278, 558, 278, 558, 375, 558,
    342, 563, 285, 749, 634, 749, 634, 749, 634, 814, 749, 634, 788, 612, 788, 612,
    788, 612, 1070, 1023, 722, 412, 722, 412, 722, 412, 667, 521, 635, 521, 667, 521,
    667, 521, 611, 393, 611, 393, 611, 393, 732, 634, 732, 634, 732, 634, 732, 634,
    732, 634, 732, 634, 989, 818, 611, 592, 667, 686, 525, 686, 525, 686, 525, 353,
  ]
}
