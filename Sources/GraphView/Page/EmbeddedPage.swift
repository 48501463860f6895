// A page that shows nothing yet, of the shape that scripts/embed-page writes.
enum EmbeddedPage {
  static let html: StaticString = ##"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="{{POLICY}}">
    <title>{{TITLE}}</title>
    <style nonce="{{NONCE}}">body { margin: 0 }</style>
    </head>
    <body>
    {{DATA}}
    <script nonce="{{NONCE}}">"use strict";</script>
    </body>
    </html>
    """##
}
