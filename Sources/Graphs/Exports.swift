// One import for a graph from its file to its picture.
@_exported import GraphIO
@_exported import GraphLayout
@_exported import GraphModel
@_exported import GraphRendering
