import GraphView

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension GraphViewServer {
  /// Prints an address and flushes the output, which matters for files and pipes.
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
  ///   - port: 0 for any free port.
  ///   - open: true to open the page in the browser. If that fails, the view is served
  ///     nevertheless.
  ///   - options: the other options; `port` takes precedence over theirs.
  ///   - started: receives the address of the page, which is a secret. By default it is printed.
  /// - Throws: `GraphViewError` if an option is invalid; an `IOError` if the port is in use.
  public func serve(
    port: Int = 0, open: Bool = false,
    options: GraphViewServer.Options = GraphViewServer.Options(),
    started: @Sendable (String) -> Void = GraphViewServer.announce
  ) async throws {
    var options = options
    options.port = port
    let server = try await GraphViewServer(self, options)
    started(server.address)
    let leader = open ? try? ViewBrowser.open(server.address) : nil
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    leader?.remove()
    await close()
    await server.close()
  }
}
