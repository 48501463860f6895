#if canImport(SwiftUI)
import GraphRendering
@_exported import GraphView
import SwiftUI

/// An interactive SwiftUI view of a declared graph: nodes can be dragged and tapped, the picture
/// can be panned and magnified.
///
///     ForceDirectedGraphView(graph, selection: $selection)
///
/// A drag that begins on a node moves the node; elsewhere it pans. A tap selects a node, a second
/// tap pins or unpins it; a double tap on the background shows the whole graph. The simulation runs
/// while the view is visible. When `graph` changes, the difference is applied.
public struct ForceDirectedGraphView<NodeID: Hashable & Sendable, Content: GraphContent<NodeID>>:
  View
{
  private let graph: ForceDirectedGraph<NodeID, Content>
  private let title: String
  private let selection: Binding<Set<NodeID>>?
  @State private var shown = ShownGraph<NodeID>()
  @State private var ownSelection: Set<NodeID> = []
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.accessibilityReduceMotion) private var reducesMotion

  /// - Parameters:
  ///   - graph: the graph. Its marks are collected each time the parent view is updated: O(marks).
  ///   - title: the accessibility label.
  ///   - selection: the ids of the selected nodes; nil if not needed.
  public init(
    _ graph: ForceDirectedGraph<NodeID, Content>, title: String = "Graph",
    selection: Binding<Set<NodeID>>? = nil
  ) {
    (self.graph, self.title, self.selection) = (graph, title, selection)
  }

  public var body: some View {
    let theme: ViewTheme = colorScheme == .dark ? .dark : .light
    let declared = Result { () throws(GraphViewError) in try graph.snapshot(theme: theme) }
    GraphCanvas(
      shown: shown, title: title, selection: selection ?? $ownSelection,
      theme: theme == .dark ? .dark : .light
    )
    .task(id: declared) { [shown] in await shown.show(declared, theme: theme) }
    .task(id: shown.view.map { _ in reducesMotion }) { [shown, reducesMotion] in
      await shown.follow(reducesMotion: reducesMotion)
    }
  }
}

/// The canvas of a graph. It is a separate view, so that gestures update it without collecting the
/// marks.
struct GraphCanvas<NodeID: Hashable & Sendable>: View {
  let shown: ShownGraph<NodeID>
  let title: String
  @Binding var selection: Set<NodeID>
  let theme: Theme
  @GestureState private var isDragging = false
  @GestureState private var isMagnifying = false

  var body: some View {
    GeometryReader { geometry in
      if let failure = shown.failure { Text(verbatim: failure) }
      touchable(geometry.size)
        .accessibilityLabel(Text(verbatim: title))
        .accessibilityChildren { nodes }
    }
  }

  private func touchable(_ size: CGSize) -> some View {
    TimelineView(.animation(paused: !shown.isMoving)) { _ in
      let drawing = shown.placed(in: size).map {
        GraphDrawing(placed: $0, selection: selection, theme: theme)
      }
      // The closure is sendable, so that any thread may call it.
      let renderer: @Sendable (inout GraphicsContext, CGSize) -> Void = { context, _ in
        drawing?.draw(in: &context)
      }
      Canvas(renderer: renderer)
    }
    .contentShape(Rectangle())
    .gesture(
      DragGesture(minimumDistance: 3)
        .updating($isDragging) { _, isDragging, _ in isDragging = true }
        .onChanged { shown.drag(from: $0.startLocation, to: $0.location, in: size) }
    )
    .simultaneousGesture(
      MagnifyGesture()
        .updating($isMagnifying) { _, isMagnifying, _ in isMagnifying = true }
        .onChanged { shown.magnify(by: $0.magnification, at: $0.startLocation, in: size) }
    )
    .simultaneousGesture(
      SpatialTapGesture().onEnded { tap in
        let id = shown.tap(at: tap.location, in: size)
        selection = id.map { [$0] } ?? []
      }
    )
    // The system may end a gesture without calling `onEnded`.
    .onChange(of: isDragging) { if !isDragging { shown.endDrag() } }
    .onChange(of: isMagnifying) { if !isMagnifying { shown.endMagnification() } }
  }

  /// The accessibility elements, for at most 200 nodes.
  private var nodes: some View {
    ForEach(Array((shown.scene?.ids ?? []).prefix(200).enumerated()), id: \.element) { node, id in
      let label = shown.scene?.nodes[node].label ?? ""
      Text(verbatim: label.isEmpty ? "\(id)" : label)
        .accessibilityAddTraits(selection.contains(id) ? .isSelected : [])
        .accessibilityAction { selection = [id] }
    }
  }
}
#endif
