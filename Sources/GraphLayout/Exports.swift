// A layout is of a graph: `import GraphLayout` brings Graph and GraphTopology.
@_exported import GraphModel
