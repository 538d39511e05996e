import Foundation
import Testing

@testable import Fakes

@Suite("The list of fake types in the guide")
struct FakeTypeListTests {
  private static let guide = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    .appending(path: "Sources/understudy/understudy.docc/GeneratedData.md")

  @Test("GeneratedData.md lists each fake type once, in the order of the alphabet")
  func complete() throws {
    let text = try String(contentsOf: Self.guide, encoding: .utf8)
    let section = try #require(text.split(separator: "### Fake types\n").last?.split(separator: "\n## ").first)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }
    let lists = rows.map { row in row.matches(of: /`(\w+)`/).map { String($0.1) } }
    let listed = lists.flatMap { $0 }
    let known = Set(FakeKind.names)
    #expect(known.subtracting(listed).sorted() == [], "Add these to the table \"Fake types\" in GeneratedData.md.")
    #expect(Set(listed).subtracting(known).sorted() == [], "Remove these from GeneratedData.md: no `KindRow` has them.")
    #expect(listed.count == Set(listed).count, "GeneratedData.md lists a fake type twice. Remove one of the two.")
    for list in lists { #expect(list == list.sorted(), "Sort this row of the table in GeneratedData.md.") }
  }
}
