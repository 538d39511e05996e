package import Engine
import OrderedJSON
import Recordings
package import Reports
import Requests
import Transports

extension Dashboard {
  /// Returns the report of a finished run as one file with the views of the page.
  package func report(_ report: RunReport, of engine: Engine) -> String {
    ReportPage(report: report, engine: engine, dashboard: self).html
  }
}

/// The report of a finished run: the page's scripts and styles, and the run's data.
struct ReportPage {
  let report: RunReport
  let engine: Engine
  let dashboard: Dashboard

  /// The most requests and bytes of requests in a report, newest first. Further ones are counted.
  static let requestLimit = 2_000
  static let byteLimit = 8 << 20

  // The arguments are omitted, as in the JSON: they may contain a password.
  private var title: String {
    report.command?.name.split(separator: "/").last.map(String.init) ?? "Understudy"
  }

  var html: String {
    let script = PageBundle.script("report.js")
    let data = JSON.object(data).compactText
    // The same for the same files: an answer's text cannot add a script, because it is JSON without "<".
    let nonce = ContentHash(of: Array(script.utf8)).hex(digits: 32)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; base-uri 'none'; form-action 'none'">
      <title>\(title.xml)</title>
      <link rel="icon" href="data:,">
      <style nonce="\(nonce)">
      \(PageBundle.style())
      </style>
      </head>
      <body>
      <noscript><pre>\(ReportForm.text.text(of: report).xml)</pre></noscript>
      <script type="application/json" id="report">\(data.replacing("<", with: "\\u003c"))</script>
      <script type="module" nonce="\(nonce)">
      \(script)
      </script>
      </body>
      </html>

      """
  }

  private var data: JSONObject {
    let (requests, unlisted) = requests
    var info = InfoPage(call: call()).json()
    info["token"] = nil
    return [
      "title": .string(title), "command": .string(title),
      "summary": .array(TextForm.lines(report).map { .string($0) }), "info": .object(info),
      "requests": .array(requests), "unlisted": .int(unlisted),
      "misses": .array(MissPages(call: call()).all().map { .object($0) }),
      "sessions": SessionsPage(engine: engine).json()["sessions"] ?? [],
      "coverage": .object(coverage), "report": JSONForm.object(report),
    ]
  }

  private func call(_ name: String...) -> DashboardCall {
    let origin = engine.listeners.main?.url ?? ""
    let host = origin.split(separator: "/").last.map(String.init) ?? ""
    return dashboard.call(ClientRequest(method: "GET", target: "/", headers: ["host": host]), name, at: engine)
  }

  /// The newest requests, oldest first, and the number of the others.
  private var requests: ([JSON], unlisted: Int) {
    let origin = engine.listeners.main?.url ?? ""
    let history = dashboard.history
    let misses = engine.missNumbers
    var requests: [JSON] = []
    var bytes = 0
    for entry in history.entries(after: 0, limit: RequestHistory.limit).reversed() {
      let request = JSON.object(
        RequestPages.json(entry, history.entry(entry.number)?.record, misses: misses, origin: origin))
      bytes += request.compactText.utf8.count
      guard requests.count < Self.requestLimit, bytes <= Self.byteLimit else { break }
      requests.append(request)
    }
    let counts = history.counts
    return (requests.reversed(), counts.last + counts.unlisted - requests.count)
  }

  private var coverage: JSONObject {
    JSONObject(
      engine.endpoints.compactMap { endpoint in
        (try? CoveragePage(engine: engine).coverage(endpoint.name)).map { .init(endpoint.name, .object($0)) }
      })
  }
}
