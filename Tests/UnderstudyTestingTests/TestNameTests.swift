import Testing

@testable import UnderstudyTesting

@Suite("Names of sessions")
struct TestNameTests {
  @Test func aTestsNameFindsItAgain() throws {
    #expect(TestName.of(try #require(Test.current)) == "TestNameTests.aTestsNameFindsItAgain")
  }

  @Test("With a name of its own, and arguments", arguments: ["a"])
  func parameterised(text: String) throws {
    #expect(TestName.of(try #require(Test.current)) == "TestNameTests.parameterised")
  }

  @Suite struct Inner {
    @Test func within() throws { #expect(TestName.of(try #require(Test.current)) == "TestNameTests.Inner.within") }
  }

  @Test(arguments: [
    ("CountryTests.testGermany", "CountryTests.testGermany"),
    ("-[CountryTests testGermany]", "CountryTests.testGermany"),
    ("AppTests.CountryTests.test Ä/ö", "AppTests.CountryTests.test.---"), ("", "test"),
  ])
  func xcTest(name: String, session: String) { #expect(TestName.of(xcTest: name) == session) }
}
