import Engine
import GraphQLLanguage
import GraphQLSchema
import Maintenance
import OrderedJSON
import Recordings
import Reports
import Requests
import Testing
import Transports

@Suite("Forms of a report")
struct ReportFormTests {
  @Test(arguments: [
    ("report.txt", ReportForm.text), ("a/b.c/report.JSON", .json), ("junit.xml", .junit), ("r.html", .html),
    ("r.htm", .html),
  ])
  func theEndingSaysTheForm(file: String, form: ReportForm) { #expect(ReportForm(file: file) == form) }

  @Test(arguments: ["report", "report.pdf", "a.json/report", ""])
  func anotherEndingSaysNone(file: String) { #expect(ReportForm(file: file) == nil) }

  @Test func text() {
    #expect(
      TextForm.lines(.sample).joined(separator: "\n") == """
        understudy: npm exited with 0; 1 miss, 1 refusal.
        Answered: 4 requests (3 exact, 1 inferred). Missed: 1 request.

        No recording of query Detail with variables {"code":"<D&E>"} for endpoint "countries".
        Nearest: query.Detail-0a/code=CA-1b.json, the same operation. Differences:
          - variable code: recorded "CA", sent "<D&E>"
        To record it: understudy record, then send the request again.

        Refused: POST /contries (status 404): There is no endpoint "contries".

        Recorded: 1 file. Review and commit it.
          new      recordings/countries/query.New-0c/file.json

        Unused: 1 of 5 recordings.
          countries/query.Old-0d/file.json
        """)
  }

  @Test func endpointsThatNothingAskedAreCountedOnly() {
    var report = RunReport.sample
    report.endpoints = ["countries", "posts", "shop"]
    report.unused += ["posts/query.A-0a/a.json", "posts/query.B-0b/b.json"]
    report.recordingCounts["posts"] = 2
    // Nothing is said of an endpoint of which most was not used, unless it is asked for.
    #expect(TextForm.lines(report).contains("Unused: 1 of 5 recordings."))
    report.listsUnused = true
    report.coverage = ["countries", "posts"].map { SchemaCoverage(endpoint: $0, types: []) }
    let text = TextForm.lines(report).joined(separator: "\n")
    #expect(
      text.contains(
        "Unused: 3 of 7 recordings.\n  posts: all 2 (no requests to this endpoint)\n  countries/query.Old-0d/file.json"
      ))
    #expect(!text.contains("posts/query.A") && !text.contains("shop:") && !text.contains("Schema coverage (posts"))
    #expect(text.contains("Schema coverage (countries"))
    #expect(
      ReportForm.github.text(of: report).contains(
        "::notice title=Unused%3A 3 recordings::posts: all 2 (no requests to this endpoint)%0Acountries/query.Old-0d/file.json"
      ))
    #expect(!ReportForm.junit.text(of: report).contains("name=\"posts\""))
    report.usages = []
    #expect(
      TextForm.lines(report).contains { $0.hasPrefix("Schema coverage (posts") },
      "where nothing was asked, all are told of")
  }

  @Test func aWholeTextTellsWhatEachSessionAsked() {
    let text = ReportForm.text.text(of: .sample)
    #expect(
      text.contains("Requests of session LoginTests:\n  1 time  inferred  countries query Detail {\"code\":\"CA\"}"))
    #expect(text.contains("Requests of session default:\n  3 times  exact"))
  }

  @Test func json() throws {
    let json = try JSON.parse(text: ReportForm.json.text(of: .sample))
    #expect(json["format"]?.intValue == 1)
    #expect(json["command"]?.stringValue == "npm")
    #expect(json["answered"]?["exact"]?.intValue == 3)
    #expect(json["answered"]?["inferred"]?.intValue == 1)
    #expect(json["missed"]?.intValue == 1)
    #expect(json["misses"]?.arrayValue?.count == 1)
    #expect(json["unused"] == ["countries/query.Old-0d/file.json"])
    #expect(json["uses"]?[0]?["recording"]?.stringValue == "countries/query.Detail-0a/code=CA-1b.json")
  }

  @Test func junit() {
    #expect(
      ReportForm.junit.text(of: .sample) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="understudy" tests="4" failures="2" errors="0">
          <testsuite name="countries" tests="3" failures="1" errors="0" skipped="0">
            <testcase classname="countries" name="query Detail {&quot;code&quot;:&quot;CA&quot;}">
              <system-out>exact, 3 times, countries/query.Detail-0a/code=CA-1b.json</system-out>
            </testcase>
            <testcase classname="countries.LoginTests" name="query Detail {&quot;code&quot;:&quot;CA&quot;}">
              <system-out>inferred, 1 time, countries/query.Detail-0a/code=CA-1b.json</system-out>
            </testcase>
            <testcase classname="countries" name="query Detail {&quot;code&quot;:&quot;&lt;D&amp;E&gt;&quot;}" file="recordings/countries/query.Detail-0a/code=CA-1b.json">
              <failure type="miss" message="No recording of query Detail with variables {&quot;code&quot;:&quot;&lt;D&amp;E&gt;&quot;} for endpoint &quot;countries&quot;.">No recording of query Detail with variables {&quot;code&quot;:&quot;&lt;D&amp;E&gt;&quot;} for endpoint &quot;countries&quot;.
        Nearest: query.Detail-0a/code=CA-1b.json, the same operation. Differences:
          - variable code: recorded &quot;CA&quot;, sent &quot;&lt;D&amp;E&gt;&quot;
        To record it: understudy record, then send the request again.</failure>
            </testcase>
          </testsuite>
          <testsuite name="understudy" tests="1" failures="1" errors="0" skipped="0">
            <testcase classname="understudy" name="POST /contries 404">
              <failure type="refusal" message="There is no endpoint &quot;contries&quot;.">There is no endpoint &quot;contries&quot;.</failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func annotationsStandAtTheNearestFile() {
    let lines = ReportForm.github.text(of: .sample).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[0].hasPrefix(
        "::error file=recordings/countries/query.Detail-0a/code=CA-1b.json,line=1,title=Not recorded%3A query Detail::No recording of query Detail with variables"
      ))
    #expect(lines[0].contains("%0ANearest: ") && lines[0].hasSuffix("then send the request again."))
    #expect(lines[1] == "::error title=Refused%3A POST /contries::There is no endpoint \"contries\".")
    #expect(lines[2].hasPrefix("::notice title=Unused%3A 1 recording::countries/query.Old-0d"))
  }

  @Test func noMoreAnnotationsThanGitHubShows() {
    var report = RunReport.sample
    report.misses = Array(repeating: report.misses[0], count: 30)
    let errors = ReportForm.github.text(of: report).split(separator: "\n").filter { $0.hasPrefix("::error") }
    #expect(errors.count == 10)
    #expect(errors.last?.contains("22 more misses, refusals and failures") == true)
  }

  @Test(arguments: ReportForm.ofReports)
  func allFormsHaveTheSentenceOnMissesThatAreNotListed(form: ReportForm) {
    var report = RunReport.sample
    report.missTally = Tally(count: 1_500, listed: 1)
    report.inferredTally = Tally(count: 7, listed: 7)
    let text = form.text(of: report)
    #expect(text.contains("1,500 misses; the first one is listed"))
    #expect(!text.contains("inferred answers; "))
    #expect(report.missed == 1_500 && !report.isClean)
    if form == .github { #expect(text.contains("title=1499 more")) }
  }

  @Test(arguments: ReportForm.ofReports)
  func whatGotNoAnswerIsInEveryForm(form: ReportForm) {
    let report = RunReport.withTrouble
    let text = form.text(of: report)
    #expect(text.contains("cannot be reached"))
    #expect(report.exitCode == 1)
    #expect(report.answered == 0 && report.unansweredCount == 2)
  }

  @Test(arguments: ReportForm.ofReports)
  func whatWasNotRecordedIsInEveryForm(form: ReportForm) {
    let text = form.text(of: .withTrouble)
    #expect(text.contains("was answered otherwise") && text.contains("status 500 (kept with"))
    #expect(!text.contains("on purpose"))
  }

  @Test func onlyWhatReplayWouldAnswerOtherwiseFails() {
    var report = RunReport.withTrouble
    report.usages = []
    report.exchanges.removeAll { $0.unanswered != nil }
    #expect(report.exitCode == 1)
    report.exchanges.removeAll { if case .failed = $0.outcome { true } else { false } }
    #expect(report.notRecorded.count == 1)
    #expect(report.exitCode == 0)
  }

  @Test func allFormsCountRequests() throws {
    var report = RunReport.sample
    for _ in 0..<5 { report.usages[2].use.add() }
    report.usages[2] = RunReport.Usage(report.usages[2].use)
    report.refused = 4
    report.refusals.append(Refusal(requestLine: "GET /x", status: 404, message: "There is no endpoint \"x\"."))
    #expect(
      TextForm.lines(report).prefix(2) == [
        "understudy: npm exited with 0; 6 misses (1 distinct), 4 refusals (2 distinct).",
        "Answered: 4 requests (3 exact, 1 inferred). Missed: 6 requests.",
      ])
    let json = try JSON.parse(text: ReportForm.json.text(of: report))
    #expect(json["missed"]?.intValue == 6 && json["refused"]?.intValue == 4)
    #expect(json["exitCode"]?.intValue == 1 && json["commandExitCode"]?.intValue == 0)
  }

  @Test func argumentsAreNotShown() {
    var report = RunReport.sample
    report.command?.words = ["curl", "-H", "Authorization: secret"]
    for form in ReportForm.ofReports { #expect(!form.text(of: report).contains("secret")) }
  }

  @Test func aTextHoldsNoControlCharacters() {
    var report = RunReport.sample
    report.refusals[0].message = "no\u{0}\u{1b}[2J"
    #expect(ReportForm.text.text(of: report).contains("no\\u{0}\\u{1b}[2J"))
  }

  @Test func casesHaveNamesOfTheirOwn() {
    var report = RunReport.sample
    for sketch in ["{ a } 0a0b0c0d", "{ b } 1a1b1c1d", "{ b } 1a1b1c1d"] {
      let use = Use(
        endpoint: "countries", session: "default", kind: .query, name: nil, variables: [:], source: .exact,
        sketch: sketch)
      use.add()
      report.usages.append(RunReport.Usage(use))
    }
    let text = ReportForm.junit.text(of: report)
    #expect(text.contains("name=\"query { a } 0a0b0c0d\""))
    #expect(text.contains("name=\"query { b } 1a1b1c1d\"") && text.contains("name=\"query { b } 1a1b1c1d (2)\""))
  }

  @Test(arguments: [(Int32(0), Int32(1)), (7, 7), (143, 143)])
  func aMissFailsACommandThatPasses(code: Int32, expected: Int32) {
    var report = RunReport.sample
    report.command?.code = code
    #expect(report.exitCode == expected)
    report.misses = []
    report.usages.removeAll { $0.use.source == .miss }
    report.refusals = []
    report.refused = 0
    #expect(report.exitCode == code)
  }
}

@Suite("A schema's coverage in words")
struct CoverageTextTests {
  private let coverage = SchemaCoverage(
    endpoint: "board",
    types: [
      SchemaCoverage.TypeCoverage(
        name: "Query", kind: .object,
        fields: [
          SchemaCoverage.Element(name: "a", reach: .used), SchemaCoverage.Element(name: "b", reach: .recorded),
          SchemaCoverage.Element(name: "c", reach: .none),
        ], arguments: [SchemaCoverage.Element(name: "a(x:)", reach: .none)], values: [])
    ])

  @Test func ofARun() {
    #expect(
      CoverageText.lines(coverage) == [
        "Schema coverage (board): recorded 2 of 3 fields, 0 of 1 argument. This run used 1 field and 0 arguments.",
        "  Query: not recorded: c, a(x:)", "  Query: recorded, not used: b",
      ])
  }

  @Test func withoutARun() {
    #expect(
      CoverageText.lines(coverage, ofRun: false) == [
        "Schema coverage (board): recorded 2 of 3 fields, 0 of 1 argument.", "  Query: not recorded: c, a(x:)",
      ])
  }
}

extension ReportForm {
  /// The formats that this target writes. The page is the dashboard's.
  fileprivate static let ofReports = allCases.filter { $0 != .html }
}
