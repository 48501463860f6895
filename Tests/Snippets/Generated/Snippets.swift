// Made by scripts/update-snippets.
// swift-format-ignore-file
let snippets: [Snippet] = [
  readmeSnippets,
  addingAForceSnippets,
  conceptsSnippets,
  fromGrapeSnippets,
  graphFilesSnippets,
  graphsSnippets,
  helloSnippets,
  layoutsSnippets,
  liveSnippets,
  renderingSnippets,
  tutorialCiSnippets,
  tutorialForceSnippets,
  tutorialPageSnippets,
  tutorialServerSnippets,
  viewSnippets,
].flatMap { $0 }
