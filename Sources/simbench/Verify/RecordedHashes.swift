// Written by scripts/record-hashes, not by hand.

extension VerificationSuite {
  /// The states the standard scenes end in, on every machine.
  static let recordedHashes: [String: UInt64] = [
    "miserables, 77 nodes, 2D double": 0x5dbf_28b5_301c_042a,
    "miserables, 77 nodes, 3D float": 0xa81a_0ee2_6056_59f0,
    "random, 300 nodes, 2D float": 0x0a9e_12a7_6e6d_7d9e,
    "random, 300 nodes, 3D double": 0xf965_03ef_11bd_4257,
    "random, 3000 nodes, 2D double": 0x3e83_9e47_cb4b_73ba,
    "random, 3000 nodes, 3D float": 0x8a0c_0b90_2c99_cc7d,
    "clusters, 5000 nodes, 2D float": 0x68ef_e0db_3c82_77a0,
    "clusters, 5000 nodes, 3D double": 0x3385_073d_6021_0914,
    "grid, 4096 nodes, 2D double": 0xd4ba_93ae_776a_283c,
    "grid, 4096 nodes, 3D float": 0xe132_395a_34e9_b732,
  ]
}
