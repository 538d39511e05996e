import Testing

@testable import Engine

@Suite struct SessionNumberTests {
  @Test func `a session that has not begun keeps the number that was asked for`() throws {
    var table = SessionTable()
    let asked = [table.number(of: "a"), table.number(of: "b")]
    let second = try table.with("b", now: 0) { $0.number }
    let first = try table.with("a", now: 0) { $0.number }
    #expect(asked == [first, second] && first != second)
    let again = table.number(of: "a")
    #expect(again == first)
    let third = try table.with("c", now: 0) { $0.number }
    #expect(Set([first, second, third]).count == 3)
  }

  @Test func `a session that starts over gets another number`() throws {
    var table = SessionTable()
    let first = table.number(of: "a")
    // Before it began, and after.
    _ = table.reset("a")
    let second = table.number(of: "a")
    let begun = try table.with("a", now: 0) { $0.number }
    #expect(begun == second)
    _ = table.reset("a")
    let third = table.number(of: "a")
    #expect(Set([first, second, third]).count == 3)
  }
}
