/// Collects the forces of a block into one `CompositedForce`, in the order they are written.
@resultBuilder
public struct ForceBuilder<Vector> where Vector: SimulatableVector & L2NormCalculatable {
  public static func buildPartialBlock<F>(first: F) -> F where F: ForceProtocol<Vector> { first }

  public static func buildPartialBlock<F1, F2>(
    accumulated: F1, next: F2
  ) -> CompositedForce<Vector, F1, F2> where F1: ForceProtocol<Vector>, F2: ForceProtocol<Vector> {
    CompositedForce(force1: accumulated, force2: next)
  }

  public static func buildExpression<Descriptor: ForceDescriptor>(
    _ expression: Descriptor
  ) -> Descriptor.ConcreteForce where Descriptor.ConcreteForce: ForceProtocol<Vector> {
    expression.createForce()
  }

  public static func buildExpression<F: ForceProtocol<Vector>>(_ expression: F) -> F { expression }
}
