import Engine
import Recordings
import Requests
import Transports

/// `GET /__understudy/metrics`: the counts of the run on all ports, for Prometheus.
struct MetricsPage {
  /// The engine of the main port.
  let engine: Engine
  let version: String

  func answer() -> Answer {
    var metrics = MetricsText()
    addRequests(to: &metrics)
    metrics.begin("understudy_distinct_misses", .gauge, help: "Different requests of this run that were not recorded.")
    metrics.add("understudy_distinct_misses", [], engine.missTally.count)
    addSessions(to: &metrics)
    if let bytes = ProcessMemory.residentBytes {
      metrics.begin("process_resident_memory_bytes", .gauge, help: "Resident memory size in bytes.")
      metrics.add("process_resident_memory_bytes", [], bytes)
    }
    metrics.begin("understudy_build_info", .gauge, help: "Always 1. The labels have the version and the mode.")
    metrics.add(
      "understudy_build_info", [("version", version), ("mode", engine.configuration.shownMode)], 1)
    return Answer(
      status: 200,
      headers: ["content-type": MetricsText.mediaType, AnswerSource.header: AnswerSource.understudy.rawValue],
      body: .bytes(Array(metrics.text.utf8)))
  }

  private func addRequests(to metrics: inout MetricsText) {
    // Read once, so that the counts agree.
    let meters = engine.meters.all.map { (key: $0.key, counts: $0.meter.counts, nanoseconds: $0.meter.nanoseconds) }
    metrics.begin(
      "understudy_requests_total", .counter, help: "Answered operations, by endpoint and source of the answer.")
    for meter in meters {
      metrics.add(
        "understudy_requests_total", [("endpoint", meter.key.endpoint), ("source", meter.key.source)],
        meter.counts.reduce(0, +))
    }
    metrics.begin(
      "understudy_request_duration_seconds", .histogram,
      help: "Time until the answer was ready, by source. Answers that are repeated from memory count as 0.")
    for (source, meters) in Dictionary(grouping: meters, by: \.key.source).sorted(by: { $0.key < $1.key }) {
      metrics.add(
        "understudy_request_duration_seconds", [("source", source)], bounds: RequestMeter.bounds,
        counts: meters.dropFirst().reduce(meters[0].counts) { sum, meter in zip(sum, meter.counts).map { $0 + $1 } },
        nanoseconds: meters.reduce(0) { $0 + $1.nanoseconds })
    }
  }

  private func addSessions(to metrics: inout MetricsText) {
    metrics.begin("understudy_sessions", .gauge, help: "Sessions in memory, by endpoint.")
    var sessions: [String: Int] = [:]
    for endpoint in engine.all.flatMap(\.endpoints) { sessions[endpoint.name, default: 0] += endpoint.sessionCount }
    for (name, count) in sessions.sorted(by: { $0.key < $1.key }) {
      metrics.add("understudy_sessions", [("endpoint", name)], count)
    }
    if let store = engine.sharing?.storeFailures {
      metrics.begin("understudy_session_store_up", .gauge, help: "0 if the last operation of the session store failed.")
      metrics.add("understudy_session_store_up", [], store.isFailing ? 0 : 1)
      metrics.begin(
        "understudy_session_store_failures_total", .counter, help: "Operations of the session store that failed.")
      metrics.add("understudy_session_store_failures_total", [], store.count)
    }
    metrics.begin("understudy_open_sessions", .gauge, help: "Sessions that have begun and not ended, on all ports.")
    let open = engine.context.openSessions.openCount + (engine.sharing?.ownSessionCount ?? 0)
    metrics.add("understudy_open_sessions", [], open)
  }
}
