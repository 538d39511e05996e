/// The page around a report: its head, with all of its style.
enum HTMLPage {
  static func document(title: String, body: [String]) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>\(title.xml)</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    \(body.joined(separator: "\n"))
    </body>
    </html>

    """
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #1a7f37; --bad: #cf222e; --odd: #9a6700; }
    @media (prefers-color-scheme: dark) { :root { --good: #3fb950; --bad: #f85149; --odd: #d29922; } }
    body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1.5rem; }
    h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; }
    ul.tiles { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; padding: 0; }
    ul.tiles li { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; }
    ul.tiles b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
    .good b { color: var(--good); } .bad, .bad b { color: var(--bad); } .odd b { color: var(--odd); }
    details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; overflow-x: auto; padding: .5rem 1rem; }
    summary { cursor: pointer; font-weight: 600; }
    pre { background: var(--soft); border-radius: .5rem; padding: .75rem; white-space: pre-wrap; word-break: break-word; }
    table { border-collapse: collapse; width: 100%; }
    th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
    td { overflow-wrap: anywhere; } .number { font-variant-numeric: tabular-nums; text-align: right; }
    .file { font-family: ui-monospace, monospace; } .marks span { white-space: nowrap; }
    .used { color: var(--good); font-weight: 600; } .recorded { color: inherit; } .missing { opacity: .5; text-decoration: line-through; }
    """
}
