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

  @Test("The session of a case is named by its arguments", arguments: ["a", "two words", "line\nbreak"], [1, 2])
  func cases(text: String, number: Int) throws {
    let name = try TestName.session(of: try #require(Test.current), case: Test.Case.current)
    let shown = text.replacing("\n", with: " ")
    #expect(name == "UnderstudyTestingTests.TestNameTests/cases(text:number:) [\"\(shown)\", \(number)]")
  }

  @Test func aTestWithoutArguments() throws {
    let name = try TestName.session(of: try #require(Test.current), case: Test.Case.current)
    #expect(name == "UnderstudyTestingTests.TestNameTests/aTestWithoutArguments()")
  }

  @Test(arguments: [
    ("CountryTests.testGermany", "CountryTests.testGermany", "CountryTests.testGermany"),
    ("-[CountryTests testGermany]", "CountryTests.testGermany", "CountryTests.testGermany"),
    ("LoginTests.test_ログイン成功", "LoginTests.test_ログイン成功", "LoginTests.test_.+"),
    ("LoginTests.test_ログイン失敗", "LoginTests.test_ログイン失敗", "LoginTests.test_.+"), ("", "test", "test"),
  ])
  func xcTest(name: String, session: String, filter: String) {
    #expect(TestName.session(ofXCTest: name) == session)
    #expect(TestName.of(xcTest: name) == filter)
  }
}
