/// The colour schemes of ColorBrewer, as Graphviz names them: `blues5` has the colours 1 to 5. This
/// product includes color specifications and designs developed by Cynthia Brewer
/// (https://colorbrewer2.org), Copyright 2002 Cynthia Brewer, Mark Harrower and The Pennsylvania State
/// University, under the Apache License 2.0.
enum BrewerSchemes {
  /// Returns the colour of a scheme by its number from 1; nil if there is none.
  static func color(_ number: Int, of scheme: some StringProtocol) -> UInt32? {
    guard let colors = schemes[String(scheme)], colors.indices.contains(number - 1) else {
      return nil
    }
    return colors[number - 1]
  }

  static func contains(_ scheme: some StringProtocol) -> Bool { schemes[String(scheme)] != nil }

  private static let schemes: [String: [UInt32]] = {
    var result: [String: [UInt32]] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      let colors = words.dropFirst().compactMap { UInt32($0, radix: 16) }
      let name = String(words[0])
      guard qualitative.contains(name) else {
        result[name] = colors
        continue
      }
      // The colours of a smaller scheme are the first of the largest one.
      for count in 3...colors.count { result["\(name)\(count)"] = Array(colors.prefix(count)) }
    }
    return result
  }()

  private static let qualitative: Set = [
    "accent", "dark2", "paired", "pastel1", "pastel2", "set1", "set2", "set3",
  ]

  private static let table = """
    accent 7fc97f beaed4 fdc086 ffff99 386cb0 f0027f bf5b17 666666
    blues3 deebf7 9ecae1 3182bd
    blues4 eff3ff bdd7e7 6baed6 2171b5
    blues5 eff3ff bdd7e7 6baed6 3182bd 08519c
    blues6 eff3ff c6dbef 9ecae1 6baed6 3182bd 08519c
    blues7 eff3ff c6dbef 9ecae1 6baed6 4292c6 2171b5 084594
    blues8 f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 084594
    blues9 f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b
    brbg3 d8b365 f5f5f5 5ab4ac
    brbg4 a6611a dfc27d 80cdc1 018571
    brbg5 a6611a dfc27d f5f5f5 80cdc1 018571
    brbg6 8c510a d8b365 f6e8c3 c7eae5 5ab4ac 01665e
    brbg7 8c510a d8b365 f6e8c3 f5f5f5 c7eae5 5ab4ac 01665e
    brbg8 8c510a bf812d dfc27d f6e8c3 c7eae5 80cdc1 35978f 01665e
    brbg9 8c510a bf812d dfc27d f6e8c3 f5f5f5 c7eae5 80cdc1 35978f 01665e
    brbg10 543005 8c510a bf812d dfc27d f6e8c3 c7eae5 80cdc1 35978f 01665e 003c30
    brbg11 543005 8c510a bf812d dfc27d f6e8c3 f5f5f5 c7eae5 80cdc1 35978f 01665e 003c30
    bugn3 e5f5f9 99d8c9 2ca25f
    bugn4 edf8fb b2e2e2 66c2a4 238b45
    bugn5 edf8fb b2e2e2 66c2a4 2ca25f 006d2c
    bugn6 edf8fb ccece6 99d8c9 66c2a4 2ca25f 006d2c
    bugn7 edf8fb ccece6 99d8c9 66c2a4 41ae76 238b45 005824
    bugn8 f7fcfd e5f5f9 ccece6 99d8c9 66c2a4 41ae76 238b45 005824
    bugn9 f7fcfd e5f5f9 ccece6 99d8c9 66c2a4 41ae76 238b45 006d2c 00441b
    bupu3 e0ecf4 9ebcda 8856a7
    bupu4 edf8fb b3cde3 8c96c6 88419d
    bupu5 edf8fb b3cde3 8c96c6 8856a7 810f7c
    bupu6 edf8fb bfd3e6 9ebcda 8c96c6 8856a7 810f7c
    bupu7 edf8fb bfd3e6 9ebcda 8c96c6 8c6bb1 88419d 6e016b
    bupu8 f7fcfd e0ecf4 bfd3e6 9ebcda 8c96c6 8c6bb1 88419d 6e016b
    bupu9 f7fcfd e0ecf4 bfd3e6 9ebcda 8c96c6 8c6bb1 88419d 810f7c 4d004b
    dark2 1b9e77 d95f02 7570b3 e7298a 66a61e e6ab02 a6761d 666666
    gnbu3 e0f3db a8ddb5 43a2ca
    gnbu4 f0f9e8 bae4bc 7bccc4 2b8cbe
    gnbu5 f0f9e8 bae4bc 7bccc4 43a2ca 0868ac
    gnbu6 f0f9e8 ccebc5 a8ddb5 7bccc4 43a2ca 0868ac
    gnbu7 f0f9e8 ccebc5 a8ddb5 7bccc4 4eb3d3 2b8cbe 08589e
    gnbu8 f7fcf0 e0f3db ccebc5 a8ddb5 7bccc4 4eb3d3 2b8cbe 08589e
    gnbu9 f7fcf0 e0f3db ccebc5 a8ddb5 7bccc4 4eb3d3 2b8cbe 0868ac 084081
    greens3 e5f5e0 a1d99b 31a354
    greens4 edf8e9 bae4b3 74c476 238b45
    greens5 edf8e9 bae4b3 74c476 31a354 006d2c
    greens6 edf8e9 c7e9c0 a1d99b 74c476 31a354 006d2c
    greens7 edf8e9 c7e9c0 a1d99b 74c476 41ab5d 238b45 005a32
    greens8 f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 005a32
    greens9 f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 006d2c 00441b
    greys3 f0f0f0 bdbdbd 636363
    greys4 f7f7f7 cccccc 969696 525252
    greys5 f7f7f7 cccccc 969696 636363 252525
    greys6 f7f7f7 d9d9d9 bdbdbd 969696 636363 252525
    greys7 f7f7f7 d9d9d9 bdbdbd 969696 737373 525252 252525
    greys8 ffffff f0f0f0 d9d9d9 bdbdbd 969696 737373 525252 252525
    greys9 ffffff f0f0f0 d9d9d9 bdbdbd 969696 737373 525252 252525 000000
    oranges3 fee6ce fdae6b e6550d
    oranges4 feedde fdbe85 fd8d3c d94701
    oranges5 feedde fdbe85 fd8d3c e6550d a63603
    oranges6 feedde fdd0a2 fdae6b fd8d3c e6550d a63603
    oranges7 feedde fdd0a2 fdae6b fd8d3c f16913 d94801 8c2d04
    oranges8 fff5eb fee6ce fdd0a2 fdae6b fd8d3c f16913 d94801 8c2d04
    oranges9 fff5eb fee6ce fdd0a2 fdae6b fd8d3c f16913 d94801 a63603 7f2704
    orrd3 fee8c8 fdbb84 e34a33
    orrd4 fef0d9 fdcc8a fc8d59 d7301f
    orrd5 fef0d9 fdcc8a fc8d59 e34a33 b30000
    orrd6 fef0d9 fdd49e fdbb84 fc8d59 e34a33 b30000
    orrd7 fef0d9 fdd49e fdbb84 fc8d59 ef6548 d7301f 990000
    orrd8 fff7ec fee8c8 fdd49e fdbb84 fc8d59 ef6548 d7301f 990000
    orrd9 fff7ec fee8c8 fdd49e fdbb84 fc8d59 ef6548 d7301f b30000 7f0000
    paired a6cee3 1f78b4 b2df8a 33a02c fb9a99 e31a1c fdbf6f ff7f00 cab2d6 6a3d9a ffff99 b15928
    pastel1 fbb4ae b3cde3 ccebc5 decbe4 fed9a6 ffffcc e5d8bd fddaec f2f2f2
    pastel2 b3e2cd fdcdac cbd5e8 f4cae4 e6f5c9 fff2ae f1e2cc cccccc
    piyg3 e9a3c9 f7f7f7 a1d76a
    piyg4 d01c8b f1b6da b8e186 4dac26
    piyg5 d01c8b f1b6da f7f7f7 b8e186 4dac26
    piyg6 c51b7d e9a3c9 fde0ef e6f5d0 a1d76a 4d9221
    piyg7 c51b7d e9a3c9 fde0ef f7f7f7 e6f5d0 a1d76a 4d9221
    piyg8 c51b7d de77ae f1b6da fde0ef e6f5d0 b8e186 7fbc41 4d9221
    piyg9 c51b7d de77ae f1b6da fde0ef f7f7f7 e6f5d0 b8e186 7fbc41 4d9221
    piyg10 8e0152 c51b7d de77ae f1b6da fde0ef e6f5d0 b8e186 7fbc41 4d9221 276419
    piyg11 8e0152 c51b7d de77ae f1b6da fde0ef f7f7f7 e6f5d0 b8e186 7fbc41 4d9221 276419
    prgn3 af8dc3 f7f7f7 7fbf7b
    prgn4 7b3294 c2a5cf a6dba0 008837
    prgn5 7b3294 c2a5cf f7f7f7 a6dba0 008837
    prgn6 762a83 af8dc3 e7d4e8 d9f0d3 7fbf7b 1b7837
    prgn7 762a83 af8dc3 e7d4e8 f7f7f7 d9f0d3 7fbf7b 1b7837
    prgn8 762a83 9970ab c2a5cf e7d4e8 d9f0d3 a6dba0 5aae61 1b7837
    prgn9 762a83 9970ab c2a5cf e7d4e8 f7f7f7 d9f0d3 a6dba0 5aae61 1b7837
    prgn10 40004b 762a83 9970ab c2a5cf e7d4e8 d9f0d3 a6dba0 5aae61 1b7837 00441b
    prgn11 40004b 762a83 9970ab c2a5cf e7d4e8 f7f7f7 d9f0d3 a6dba0 5aae61 1b7837 00441b
    pubu3 ece7f2 a6bddb 2b8cbe
    pubu4 f1eef6 bdc9e1 74a9cf 0570b0
    pubu5 f1eef6 bdc9e1 74a9cf 2b8cbe 045a8d
    pubu6 f1eef6 d0d1e6 a6bddb 74a9cf 2b8cbe 045a8d
    pubu7 f1eef6 d0d1e6 a6bddb 74a9cf 3690c0 0570b0 034e7b
    pubu8 fff7fb ece7f2 d0d1e6 a6bddb 74a9cf 3690c0 0570b0 034e7b
    pubu9 fff7fb ece7f2 d0d1e6 a6bddb 74a9cf 3690c0 0570b0 045a8d 023858
    pubugn3 ece2f0 a6bddb 1c9099
    pubugn4 f6eff7 bdc9e1 67a9cf 02818a
    pubugn5 f6eff7 bdc9e1 67a9cf 1c9099 016c59
    pubugn6 f6eff7 d0d1e6 a6bddb 67a9cf 1c9099 016c59
    pubugn7 f6eff7 d0d1e6 a6bddb 67a9cf 3690c0 02818a 016450
    pubugn8 fff7fb ece2f0 d0d1e6 a6bddb 67a9cf 3690c0 02818a 016450
    pubugn9 fff7fb ece2f0 d0d1e6 a6bddb 67a9cf 3690c0 02818a 016c59 014636
    puor3 f1a340 f7f7f7 998ec3
    puor4 e66101 fdb863 b2abd2 5e3c99
    puor5 e66101 fdb863 f7f7f7 b2abd2 5e3c99
    puor6 b35806 f1a340 fee0b6 d8daeb 998ec3 542788
    puor7 b35806 f1a340 fee0b6 f7f7f7 d8daeb 998ec3 542788
    puor8 b35806 e08214 fdb863 fee0b6 d8daeb b2abd2 8073ac 542788
    puor9 b35806 e08214 fdb863 fee0b6 f7f7f7 d8daeb b2abd2 8073ac 542788
    puor10 7f3b08 b35806 e08214 fdb863 fee0b6 d8daeb b2abd2 8073ac 542788 2d004b
    puor11 7f3b08 b35806 e08214 fdb863 fee0b6 f7f7f7 d8daeb b2abd2 8073ac 542788 2d004b
    purd3 e7e1ef c994c7 dd1c77
    purd4 f1eef6 d7b5d8 df65b0 ce1256
    purd5 f1eef6 d7b5d8 df65b0 dd1c77 980043
    purd6 f1eef6 d4b9da c994c7 df65b0 dd1c77 980043
    purd7 f1eef6 d4b9da c994c7 df65b0 e7298a ce1256 91003f
    purd8 f7f4f9 e7e1ef d4b9da c994c7 df65b0 e7298a ce1256 91003f
    purd9 f7f4f9 e7e1ef d4b9da c994c7 df65b0 e7298a ce1256 980043 67001f
    purples3 efedf5 bcbddc 756bb1
    purples4 f2f0f7 cbc9e2 9e9ac8 6a51a3
    purples5 f2f0f7 cbc9e2 9e9ac8 756bb1 54278f
    purples6 f2f0f7 dadaeb bcbddc 9e9ac8 756bb1 54278f
    purples7 f2f0f7 dadaeb bcbddc 9e9ac8 807dba 6a51a3 4a1486
    purples8 fcfbfd efedf5 dadaeb bcbddc 9e9ac8 807dba 6a51a3 4a1486
    purples9 fcfbfd efedf5 dadaeb bcbddc 9e9ac8 807dba 6a51a3 54278f 3f007d
    rdbu3 ef8a62 f7f7f7 67a9cf
    rdbu4 ca0020 f4a582 92c5de 0571b0
    rdbu5 ca0020 f4a582 f7f7f7 92c5de 0571b0
    rdbu6 b2182b ef8a62 fddbc7 d1e5f0 67a9cf 2166ac
    rdbu7 b2182b ef8a62 fddbc7 f7f7f7 d1e5f0 67a9cf 2166ac
    rdbu8 b2182b d6604d f4a582 fddbc7 d1e5f0 92c5de 4393c3 2166ac
    rdbu9 b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac
    rdbu10 67001f b2182b d6604d f4a582 fddbc7 d1e5f0 92c5de 4393c3 2166ac 053061
    rdbu11 67001f b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac 053061
    rdgy3 ef8a62 ffffff 999999
    rdgy4 ca0020 f4a582 bababa 404040
    rdgy5 ca0020 f4a582 ffffff bababa 404040
    rdgy6 b2182b ef8a62 fddbc7 e0e0e0 999999 4d4d4d
    rdgy7 b2182b ef8a62 fddbc7 ffffff e0e0e0 999999 4d4d4d
    rdgy8 b2182b d6604d f4a582 fddbc7 e0e0e0 bababa 878787 4d4d4d
    rdgy9 b2182b d6604d f4a582 fddbc7 ffffff e0e0e0 bababa 878787 4d4d4d
    rdgy10 67001f b2182b d6604d f4a582 fddbc7 e0e0e0 bababa 878787 4d4d4d 1a1a1a
    rdgy11 67001f b2182b d6604d f4a582 fddbc7 ffffff e0e0e0 bababa 878787 4d4d4d 1a1a1a
    rdpu3 fde0dd fa9fb5 c51b8a
    rdpu4 feebe2 fbb4b9 f768a1 ae017e
    rdpu5 feebe2 fbb4b9 f768a1 c51b8a 7a0177
    rdpu6 feebe2 fcc5c0 fa9fb5 f768a1 c51b8a 7a0177
    rdpu7 feebe2 fcc5c0 fa9fb5 f768a1 dd3497 ae017e 7a0177
    rdpu8 fff7f3 fde0dd fcc5c0 fa9fb5 f768a1 dd3497 ae017e 7a0177
    rdpu9 fff7f3 fde0dd fcc5c0 fa9fb5 f768a1 dd3497 ae017e 7a0177 49006a
    rdylbu3 fc8d59 ffffbf 91bfdb
    rdylbu4 d7191c fdae61 abd9e9 2c7bb6
    rdylbu5 d7191c fdae61 ffffbf abd9e9 2c7bb6
    rdylbu6 d73027 fc8d59 fee090 e0f3f8 91bfdb 4575b4
    rdylbu7 d73027 fc8d59 fee090 ffffbf e0f3f8 91bfdb 4575b4
    rdylbu8 d73027 f46d43 fdae61 fee090 e0f3f8 abd9e9 74add1 4575b4
    rdylbu9 d73027 f46d43 fdae61 fee090 ffffbf e0f3f8 abd9e9 74add1 4575b4
    rdylbu10 a50026 d73027 f46d43 fdae61 fee090 e0f3f8 abd9e9 74add1 4575b4 313695
    rdylbu11 a50026 d73027 f46d43 fdae61 fee090 ffffbf e0f3f8 abd9e9 74add1 4575b4 313695
    rdylgn3 fc8d59 ffffbf 91cf60
    rdylgn4 d7191c fdae61 a6d96a 1a9641
    rdylgn5 d7191c fdae61 ffffbf a6d96a 1a9641
    rdylgn6 d73027 fc8d59 fee08b d9ef8b 91cf60 1a9850
    rdylgn7 d73027 fc8d59 fee08b ffffbf d9ef8b 91cf60 1a9850
    rdylgn8 d73027 f46d43 fdae61 fee08b d9ef8b a6d96a 66bd63 1a9850
    rdylgn9 d73027 f46d43 fdae61 fee08b ffffbf d9ef8b a6d96a 66bd63 1a9850
    rdylgn10 a50026 d73027 f46d43 fdae61 fee08b d9ef8b a6d96a 66bd63 1a9850 006837
    rdylgn11 a50026 d73027 f46d43 fdae61 fee08b ffffbf d9ef8b a6d96a 66bd63 1a9850 006837
    reds3 fee0d2 fc9272 de2d26
    reds4 fee5d9 fcae91 fb6a4a cb181d
    reds5 fee5d9 fcae91 fb6a4a de2d26 a50f15
    reds6 fee5d9 fcbba1 fc9272 fb6a4a de2d26 a50f15
    reds7 fee5d9 fcbba1 fc9272 fb6a4a ef3b2c cb181d 99000d
    reds8 fff5f0 fee0d2 fcbba1 fc9272 fb6a4a ef3b2c cb181d 99000d
    reds9 fff5f0 fee0d2 fcbba1 fc9272 fb6a4a ef3b2c cb181d a50f15 67000d
    set1 e41a1c 377eb8 4daf4a 984ea3 ff7f00 ffff33 a65628 f781bf 999999
    set2 66c2a5 fc8d62 8da0cb e78ac3 a6d854 ffd92f e5c494 b3b3b3
    set3 8dd3c7 ffffb3 bebada fb8072 80b1d3 fdb462 b3de69 fccde5 d9d9d9 bc80bd ccebc5 ffed6f
    spectral3 fc8d59 ffffbf 99d594
    spectral4 d7191c fdae61 abdda4 2b83ba
    spectral5 d7191c fdae61 ffffbf abdda4 2b83ba
    spectral6 d53e4f fc8d59 fee08b e6f598 99d594 3288bd
    spectral7 d53e4f fc8d59 fee08b ffffbf e6f598 99d594 3288bd
    spectral8 d53e4f f46d43 fdae61 fee08b e6f598 abdda4 66c2a5 3288bd
    spectral9 d53e4f f46d43 fdae61 fee08b ffffbf e6f598 abdda4 66c2a5 3288bd
    spectral10 9e0142 d53e4f f46d43 fdae61 fee08b e6f598 abdda4 66c2a5 3288bd 5e4fa2
    spectral11 9e0142 d53e4f f46d43 fdae61 fee08b ffffbf e6f598 abdda4 66c2a5 3288bd 5e4fa2
    ylgn3 f7fcb9 addd8e 31a354
    ylgn4 ffffcc c2e699 78c679 238443
    ylgn5 ffffcc c2e699 78c679 31a354 006837
    ylgn6 ffffcc d9f0a3 addd8e 78c679 31a354 006837
    ylgn7 ffffcc d9f0a3 addd8e 78c679 41ab5d 238443 005a32
    ylgn8 ffffe5 f7fcb9 d9f0a3 addd8e 78c679 41ab5d 238443 005a32
    ylgn9 ffffe5 f7fcb9 d9f0a3 addd8e 78c679 41ab5d 238443 006837 004529
    ylgnbu3 edf8b1 7fcdbb 2c7fb8
    ylgnbu4 ffffcc a1dab4 41b6c4 225ea8
    ylgnbu5 ffffcc a1dab4 41b6c4 2c7fb8 253494
    ylgnbu6 ffffcc c7e9b4 7fcdbb 41b6c4 2c7fb8 253494
    ylgnbu7 ffffcc c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 0c2c84
    ylgnbu8 ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 0c2c84
    ylgnbu9 ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 253494 081d58
    ylorbr3 fff7bc fec44f d95f0e
    ylorbr4 ffffd4 fed98e fe9929 cc4c02
    ylorbr5 ffffd4 fed98e fe9929 d95f0e 993404
    ylorbr6 ffffd4 fee391 fec44f fe9929 d95f0e 993404
    ylorbr7 ffffd4 fee391 fec44f fe9929 ec7014 cc4c02 8c2d04
    ylorbr8 ffffe5 fff7bc fee391 fec44f fe9929 ec7014 cc4c02 8c2d04
    ylorbr9 ffffe5 fff7bc fee391 fec44f fe9929 ec7014 cc4c02 993404 662506
    ylorrd3 ffeda0 feb24c f03b20
    ylorrd4 ffffb2 fecc5c fd8d3c e31a1c
    ylorrd5 ffffb2 fecc5c fd8d3c f03b20 bd0026
    ylorrd6 ffffb2 fed976 feb24c fd8d3c f03b20 bd0026
    ylorrd7 ffffb2 fed976 feb24c fd8d3c fc4e2a e31a1c b10026
    ylorrd8 ffffcc ffeda0 fed976 feb24c fd8d3c fc4e2a e31a1c b10026
    ylorrd9 ffffcc ffeda0 fed976 feb24c fd8d3c fc4e2a e31a1c bd0026 800026
    """
}
