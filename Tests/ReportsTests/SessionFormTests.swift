import Engine
import OrderedJSON
import Replay
import Reports
import Requests
import Testing

@Suite("Whose requests came to nothing, in the forms of a report")
struct SessionFormTests {
  @Test func eachSessionHasItsOwnMiss() throws {
    var report = RunReport.sample
    report.sessionsOfMisses = [report.misses[0]: ["default", "todo.add-todo"]]
    let json = try JSON.parse(text: ReportForm.json.text(of: report))
    #expect(json["misses"]?.arrayValue?.map { $0["session"]?.stringValue } == ["default", "todo.add-todo"])
    #expect(json["misses"]?.arrayValue?.map { $0["operation"]?.stringValue } == ["Detail", "Detail"])
    let name = "name=\"query Detail {&quot;code&quot;:&quot;&lt;D&amp;E&gt;&quot;}\" file="
    let junit = ReportForm.junit.text(of: report)
    #expect(junit.contains("<testcase classname=\"countries\" \(name)"))
    #expect(junit.contains("<testcase classname=\"countries.todo.add-todo\" \(name)"))
    #expect(junit.contains("<testsuite name=\"countries\" tests=\"4\" failures=\"2\""))
  }

  @Test func whatGotNoAnswerIsInTheClassOfItsSession() throws {
    var report = RunReport.withTrouble
    report.exchanges[0].session = "LoginTests"
    let json = try JSON.parse(text: ReportForm.json.text(of: report))
    #expect(json["withoutAnswer"]?.arrayValue?.map { $0["session"]?.stringValue } == ["LoginTests", "default"])
    let junit = ReportForm.junit.text(of: report)
    #expect(junit.contains("<testcase classname=\"countries.LoginTests\" name=\"query Lost\">"))
    #expect(junit.contains("<testcase classname=\"countries\" name=\"query Lost\">"))
  }
}
