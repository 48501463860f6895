// What of the system the libraries for files and graphs use: files and JSON of Foundation, calls of
// the C library, and queues. On Linux, FoundationEssentials with the C library is enough for that;
// Foundation has ICU's tables in addition, which make a program with Swift's runtime inside 40 MB
// larger.

@_exported import Dispatch

#if canImport(FoundationEssentials)
@_exported import FoundationEssentials
#else
@_exported import Foundation
#endif

#if canImport(Glibc)
@_exported import Glibc
#elseif canImport(Musl)
@_exported import Musl
#elseif canImport(Android)
@_exported import Android
#endif
