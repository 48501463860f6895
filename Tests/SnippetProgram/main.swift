// The code of README.md and docs/*.md, which scripts/update-snippets has put into Tests/Snippets.
#if Server

import DocSnippets

await runSnippet()

#else

print("doc-snippets: built without the package trait Server, which some blocks need")

#endif
