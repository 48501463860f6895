// One import covers everything from graph files to pictures.
@_exported import GraphIO
@_exported import GraphLayout
@_exported import GraphModel
@_exported import GraphRendering
