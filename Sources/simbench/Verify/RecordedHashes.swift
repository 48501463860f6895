// Written by scripts/record-hashes, not by hand.

extension VerificationSuite {
  /// The states the standard scenes end in, on every machine.
  static let recordedHashes: [String: UInt64] = [
    "miserables, 77 nodes, 2D double": 0x5dbf_28b5_301c_042a,
    "miserables, 77 nodes, 3D float": 0xa81a_0ee2_6056_59f0,
    "random, 300 nodes, 2D float": 0xe3af_787c_6b35_e0b0,
    "random, 300 nodes, 3D double": 0xf965_03ef_11bd_4257,
    "random, 3000 nodes, 2D double": 0xb04e_7ce2_e8c0_fb7e,
    "random, 3000 nodes, 3D float": 0xfa81_603f_c4a0_e0d0,
    "clusters, 5000 nodes, 2D float": 0xa9d4_5b36_4b92_ea10,
    "clusters, 5000 nodes, 3D double": 0xf59f_55be_4ade_4ec6,
    "grid, 4096 nodes, 2D double": 0x3eb2_81a8_6632_d28a,
    "grid, 4096 nodes, 3D float": 0xe6e2_2d3d_0d84_322b,
  ]
}
