// The API of GraphIO uses Graph and its related types, so it exports GraphModel.
@_exported import GraphModel
