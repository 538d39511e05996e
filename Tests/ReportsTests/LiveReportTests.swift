import GraphQLSchema
import Maintenance
import OrderedJSON
import Reports
import Testing
import Transports

@Suite("The report of a run that looked at no recording")
struct LiveReportTests {
  private var report: RunReport {
    var report = RunReport(mode: "live", endpoints: ["board"], recordings: "recordings")
    report.looksAtRecordings = false
    report.coverage = [
      SchemaCoverage(
        endpoint: "board",
        types: [
          SchemaCoverage.TypeCoverage(
            name: "Query", kind: .object,
            fields: [
              SchemaCoverage.Element(name: "a", reach: .recorded), SchemaCoverage.Element(name: "b", reach: .none),
            ], arguments: [], values: [])
        ])
    ]
    return report
  }

  @Test(arguments: [false, true])
  func saysNothingOfUseAsText(isWhole: Bool) {
    let lines = TextForm.lines(report, isWhole: isWhole)
    #expect(
      lines.suffix(isWhole ? 2 : 1)
        == ["Schema coverage (board): recorded 1 of 2 fields."] + (isWhole ? ["  Query: not recorded: b"] : []))
  }

  @Test func saysNothingOfUseAsJSON() throws {
    let json = try JSON.parse(text: ReportForm.json.text(of: report))
    #expect(json["coverage"]?[0]?["fields"] == ["all": 2, "recorded": 1])
    #expect(json["coverage"]?[0]?["notRecorded"] == ["Query.b"])
  }
}
