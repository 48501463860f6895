// Names for the usual vectors: two components of `Double` in the plane, three of `Float` in space,
// which is what graphics hardware takes. They are Grape's names too.

/// A simulation in the plane. The name specifies the vector type, so that any force may be the
/// first of a block:
///
///     let simulation = try Simulation2D(nodeCount: 4, links: links) { LinkForce() }
///
/// One that is kept in a property is a `Simulation2D<ForceList<SIMD2<Double>>>`.
public typealias Simulation2D<Forces> = Simulation<SIMD2<Double>, Forces>
where Forces: Force<SIMD2<Double>>
/// A simulation in space, `Simulation3D<ForceList<SIMD3<Float>>>` for forces listed in a block.
public typealias Simulation3D<Forces> = Simulation<SIMD3<Float>, Forces>
where Forces: Force<SIMD3<Float>>
/// The state of a simulation in the plane.
public typealias Kinetics2D = Kinetics<SIMD2<Double>>
