// Written by scripts/record-hashes, not by hand.

extension VerificationSuite {
  /// The hashes of the final states of the standard scenes, equal on every machine.
  static let recordedHashes: [String: UInt64] = [
    "miserables, 77 nodes, 2D double": 0x94e1_6f41_a296_962b,
    "miserables, 77 nodes, 3D float": 0xa81a_0ee2_6056_59f0,
    "random, 300 nodes, 2D float": 0x01a8_ff4b_f9be_4283,
    "random, 300 nodes, 3D double": 0xf353_504a_1e93_e0ca,
    "random, 3000 nodes, 2D double": 0xe1dc_37e2_206f_b17a,
    "random, 3000 nodes, 3D float": 0x1c29_280a_73ca_dbd5,
    "clusters, 5000 nodes, 2D float": 0x7969_806f_fe78_2771,
    "clusters, 5000 nodes, 3D double": 0xb32f_78cd_c23c_d21e,
    "grid, 4096 nodes, 2D double": 0x6ce2_491a_6939_cfe7,
    "grid, 4096 nodes, 3D float": 0xf9b4_c1fa_b4f7_74f6,
  ]
}
