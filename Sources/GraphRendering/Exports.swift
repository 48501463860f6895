// A picture is of a graph: `import GraphRendering` brings Graph and GraphTopology.
@_exported import GraphModel
