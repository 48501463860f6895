#if !Server
#error("GraphViewServer needs the trait Server: .package(url: ..., traits: [\"Server\"])")
#endif
