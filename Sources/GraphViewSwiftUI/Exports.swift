// The marks come with the view that shows them.
@_exported import GraphView
