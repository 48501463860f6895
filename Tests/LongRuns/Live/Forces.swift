import ForceSimulation
import Foundation

/// Measures the time of a force in a tick: the median of ticks with this force alone, minus that of
/// ticks without forces.
func measureForces(nodes: Int) throws {
  let links = (1..<nodes).map { Link($0, $0 / 2) } + (2..<nodes).map { Link($0, $0 - 2) }
  let forces: [(String, any Force<Vector>)] = [
    ("none", ForceList<Vector>()),
    ("boundary, box", BoundaryForce<Vector>(.box(low: -2000 * .one, high: 2000 * .one))),
    ("boundary, disc", BoundaryForce<Vector>(.disc(center: .zero, radius: 2000))),
    ("velocity limit", VelocityLimit<Vector>(1)),
    ("springs", SpringForce<Vector>()),
    ("groups", GroupForce<Vector>(groups: (0..<nodes).map { $0 % 100 })),
    ("gravity", GravityForce<Vector>()),
    ("pointer", PointerForce<Vector>(at: .zero, radius: 1000)),
    (
      "anchors",
      AnchorForce<Vector>(places: (0..<nodes).map { Vector(Double($0), 0) }, distance: 50)
    ),
    ("position", PositionForce<Vector>(axis: .x)), ("link", LinkForce<Vector>()),
    ("many-body", ManyBodyForce<Vector>()),
  ]
  var without = 0.0
  var found: [(String, any CustomStringConvertible)] = [("nodes", nodes), ("links", links.count)]
  for (name, force) in forces {
    let simulation = try Simulation(
      nodeCount: nodes, links: links, forces: ForceList([ForceList.Entry(force)]))
    var times: [Double] = []
    simulation.advance(by: 5)
    for _ in 0..<31 {
      let begin = ContinuousClock.now
      simulation.advance()
      let time = ContinuousClock.now - begin
      times.append(Double(time.components.attoseconds) * 1e-15)
    }
    let median = times.sorted()[15]
    if name == "none" { without = median }
    found.append((name, ((median - (name == "none" ? 0 : without)) * 1000).rounded() / 1000))
  }
  report(found)
}
