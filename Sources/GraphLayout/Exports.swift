// Layouts take Graph and GraphTopology, so GraphLayout exports GraphModel.
@_exported import GraphModel
