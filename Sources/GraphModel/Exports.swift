// Long measures take a RunControl: `import GraphModel` brings it.
@_exported import RunSupport
