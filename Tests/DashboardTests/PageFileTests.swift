import Testing

@testable import Dashboard

@Suite struct PageFileTests {
  @Test func thePageIsEmbedded() {
    #expect(PageFile.all.contains { $0.name == "page.html" && !$0.bytes.isEmpty })
  }
}
