#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The declarations of types of forces, each made once for the process. Types that are generic have
/// no static properties that are stored, so the table has them, by type.
final class ForceKindTable: @unchecked Sendable {
  /// A declaration on the heap, which the table can hold whatever its vectors are.
  private final class Entry<Vector: SimulationVector>: Sendable {
    let kind: ForceKind<Vector>
    init(_ kind: ForceKind<Vector>) { self.kind = kind }
  }

  private static let shared = ForceKindTable()

  /// Guards `entries`. It is a lock of the system: Synchronization would raise the versions of
  /// systems that this library runs on.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var entries: [ObjectIdentifier: AnyObject] = [:]

  private init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  /// Returns the declaration of a type, which `make` makes if there is none yet.
  static func kind<F: Force>(of type: F.Type, _ make: () -> ForceKind<F.Vector>) -> ForceKind<
    F.Vector
  > {
    if let entry = shared[type] { return unsafeDowncast(entry, to: Entry<F.Vector>.self).kind }
    let kind = make()
    shared[type] = Entry(kind)
    return kind
  }

  /// The entry of a type of forces. Two threads may set one at once; the entries are alike.
  private subscript(type: Any.Type) -> AnyObject? {
    get {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return entries[ObjectIdentifier(type)]
    }
    set {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      entries[ObjectIdentifier(type)] = newValue
    }
  }
}
