// Written by scripts/record-hashes, not by hand.

extension VerificationSuite {
  /// The states the standard scenes end in, on every machine.
  static let recordedHashes: [String: UInt64] = [
    "miserables, 77 nodes, 2D double": 0x5dbf_28b5_301c_042a,
    "miserables, 77 nodes, 3D float": 0xa81a_0ee2_6056_59f0,
    "random, 300 nodes, 2D float": 0x01a8_ff4b_f9be_4283,
    "random, 300 nodes, 3D double": 0x2b96_490d_1293_b56d,
    "random, 3000 nodes, 2D double": 0xe1dc_37e2_206f_b17a,
    "random, 3000 nodes, 3D float": 0x02c1_cecc_a615_cece,
    "clusters, 5000 nodes, 2D float": 0x6c18_0f31_69ec_286f,
    "clusters, 5000 nodes, 3D double": 0xb304_d277_d3a9_1529,
    "grid, 4096 nodes, 2D double": 0x6ce2_491a_6939_cfe7,
    "grid, 4096 nodes, 3D float": 0xf2a0_6690_50c0_b1cc,
  ]
}
