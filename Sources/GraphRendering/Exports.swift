// Pictures take Graph and GraphTopology, so GraphRendering exports GraphModel.
@_exported import GraphModel
