import GraphView

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension GraphViewServer {
  /// Prints an address at once, also where the output is a file or a pipe.
  @Sendable public static func announce(_ address: String) {
    print(address)
    fflush(nil)
  }
}

extension DimensionedGraphView {
  /// Serves the view until the task is cancelled, then closes it.
  ///
  ///     try await view.serve(port: 8080, open: true)
  ///
  /// - Parameters:
  ///   - port: 0 for one that is free.
  ///   - open: whether to open the page in the browser. Where that cannot be done, the view is
  ///     served nevertheless.
  ///   - options: the rest; `port` counts.
  ///   - started: gets the address of the page, which is a secret. It is printed unless you say
  ///     something else.
  /// - Throws: `GraphViewError` when an option is wrong; an `IOError` when the port is taken.
  public func serve(
    port: Int = 0, open: Bool = false,
    options: GraphViewServer.Options = GraphViewServer.Options(),
    started: @Sendable (String) -> Void = GraphViewServer.announce
  ) async throws {
    var options = options
    options.port = port
    let server = try await GraphViewServer(session, options)
    started(server.address)
    let leader = open ? try? ViewBrowser.open(server.address) : nil
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    leader?.remove()
    await close()
    await server.close()
  }
}
