// Long measures take a RunControl, so GraphModel exports it.
@_exported import RunSupport
