// Who reads or writes graphs uses them: `import GraphIO` brings Graph and its parts.
@_exported import GraphModel
