import GraphQLExecution
import GraphQLLanguage
import OrderedJSON
import Testing

@Suite("Incremental delivery")
struct IncrementalTests {
  static let sdl = """
    directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0) on FIELD
    type Query { hero: Hero heroes: [Hero!] }
    type Subscription { hero: Hero heroes: [Hero] }
    type Hero { id: Int name: String! friends: [Hero] must: Hero! home: Hero }
    """
  static let root: JSON = [
    "hero": ["id": 1, "name": "Luke", "friends": [["id": 2], ["id": 3]], "home": ["id": 4, "name": "Tatooine"]],
    "heroes": [["id": 1, "name": "Luke"], ["id": 2], ["id": 3, "name": "Leia"]],
  ]

  @Test("A deferred fragment comes later, with its label, and is executed later")
  func deferred() throws {
    let query = #"{ hero { id ... @defer(label: "slow") { name home { id } } } }"#
    let draft = try runInParts(query, Self.sdl, .draft, root: Self.root)
    #expect(
      draft.parts == [
        #"{"data":{"hero":{"id":1}},"pending":[{"id":"0","path":["hero"],"label":"slow"}],"hasNext":true}"#,
        #"{"incremental":[{"data":{"name":"Luke","home":{"id":4}},"id":"0"}],"completed":[{"id":"0"}],"#
          + #""hasNext":false}"#,
      ])
    #expect(
      draft.calls == [
        "Query.hero at hero", "Hero.id at hero.id", "|", "Hero.name at hero.name", "Hero.home at hero.home",
        "Hero.id at hero.home.id", "|",
      ])
    #expect(
      try runInParts(query, Self.sdl, .deferSpec20220824, root: Self.root).parts == [
        #"{"data":{"hero":{"id":1}},"hasNext":true}"#,
        #"{"incremental":[{"data":{"name":"Luke","home":{"id":4}},"path":["hero"],"label":"slow"}],"hasNext":false}"#,
      ])
  }

  @Test(
    "Nothing is deferred when it is switched off, skipped, or does not apply",
    arguments: [
      "{ hero { ... @defer(if: false) { id } } }", "query ($d: Boolean! = false) { hero { ...F @defer(if: $d) } }",
      "{ hero { id ... @defer @skip(if: true) { name } } }", "{ hero { id ... on Query @defer { hero { id } } } }",
      "{ hero { id ... @defer { id } } }",
    ])
  func notDeferred(query: String) throws {
    for format in [IncrementalFormat.draft] {
      let result = try runInParts("\(query) fragment F on Hero { id }", Self.sdl, format, root: Self.root)
      #expect(result.parts == [#"{"data":{"hero":{"id":1}}}"#])
    }
  }

  @Test("Where the schema does not declare them the directives mean nothing")
  func undeclared() throws {
    let sdl = Self.sdl.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    let query = "{ hero { ... @defer { id } friends @stream { id } } }"
    for format in IncrementalFormat.allCases {
      let result = try runInParts(query, sdl, format, root: Self.root)
      #expect(result.parts == [#"{"data":{"hero":{"id":1,"friends":[{"id":2},{"id":3}]}}}"#])
    }
  }

  @Test("Where all comes at once the directives mean nothing either")
  func plain() throws {
    let query = "{ hero { ... @defer { id } friends @stream { id } } }"
    #expect(
      try run(query, Self.sdl, root: Self.root).response == #"{"data":{"hero":{"id":1,"friends":[{"id":2},{"id":3}]}}}"#
    )
  }

  @Test("In the draft a value comes once; before it, a fragment came whole")
  func deduplication() throws {
    let query = "{ hero { id home { id } ... @defer { id home { id name } } } }"
    #expect(
      try runInParts(query, Self.sdl, .draft, root: Self.root).parts.dropFirst() == [
        #"{"incremental":[{"data":{"name":"Tatooine"},"id":"0","subPath":["home"]}],"completed":[{"id":"0"}],"#
          + #""hasNext":false}"#
      ])
    #expect(
      try runInParts(query, Self.sdl, .deferSpec20220824, root: Self.root).parts.dropFirst() == [
        #"{"incremental":[{"data":{"id":1,"home":{"id":4,"name":"Tatooine"}},"path":["hero"]}],"hasNext":false}"#
      ])
  }

  @Test("Deferred inside deferred is announced when the outer one is through; in lists each object has its own")
  func nested() throws {
    let query =
      #"{ heroes { id ... @defer(label: "a") { name } } hero { ... @defer { id home { ... @defer { id } } } } }"#
    let result = try runInParts(
      query, Self.sdl, .draft, root: ["heroes": [["name": "x"], ["name": "y"]], "hero": ["home": ["id": 4]]])
    #expect(
      result.parts == [
        #"{"data":{"heroes":[{"id":null},{"id":null}],"hero":{}},"pending":["#
          + #"{"id":"0","path":["heroes",0],"label":"a"},{"id":"1","path":["heroes",1],"label":"a"},"#
          + #"{"id":"2","path":["hero"]}],"hasNext":true}"#,
        #"{"incremental":[{"data":{"name":"x"},"id":"0"}],"completed":[{"id":"0"}],"hasNext":true}"#,
        #"{"incremental":[{"data":{"name":"y"},"id":"1"}],"completed":[{"id":"1"}],"hasNext":true}"#,
        #"{"pending":[{"id":"3","path":["hero","home"]}],"incremental":[{"data":{"id":null,"home":{}},"id":"2"}],"#
          + #""completed":[{"id":"2"}],"hasNext":true}"#,
        #"{"incremental":[{"data":{"id":4},"id":"3"}],"completed":[{"id":"3"}],"hasNext":false}"#,
      ])
  }

  @Test("Null that travels up to a deferred fragment ends that fragment only")
  func failingFragment() throws {
    let query = "{ heroes { id ... @defer { name } } }"
    let error =
      #"{"message":"Cannot return null for non-nullable field Hero.name.","#
      + #""locations":[{"line":1,"column":28}],"path":["heroes",1,"name"]}"#
    #expect(
      try runInParts(query, Self.sdl, .draft, root: Self.root).parts[2]
        == "{\"completed\":[{\"id\":\"1\",\"errors\":[\(error)]}],\"hasNext\":true}")
    #expect(
      try runInParts(query, Self.sdl, .deferSpec20220824, root: Self.root).parts[2]
        == "{\"incremental\":[{\"data\":null,\"path\":[\"heroes\",1],\"errors\":[\(error)]}],\"hasNext\":true}")
  }

  @Test("What became null has nothing to follow")
  func nulledPlace() throws {
    let result = try runInParts(
      "{ hero { home { ... @defer { id } } must { id } } heroes { home { ... @defer { id } } } }", Self.sdl, .draft,
      root: ["hero": ["home": [:]], "heroes": [["home": ["id": 5]]]])
    #expect(result.parts.count == 2)
    #expect(result.parts[0].contains(#""pending":[{"id":"0","path":["heroes",0,"home"]}]"#))
  }

  @Test("A list is streamed item by item from the initial count on")
  func streamed() throws {
    let query = #"{ hero { friends @stream(initialCount: 1, label: "f") { id } } }"#
    let root: JSON = ["hero": ["friends": [["id": 1], ["id": 2], ["id": ["!": "no"]]]]]
    let error = #"{"message":"no","locations":[{"line":1,"column":57}],"path":["hero","friends",2,"id"]}"#
    #expect(
      try runInParts(query, Self.sdl, .draft, root: root).parts == [
        #"{"data":{"hero":{"friends":[{"id":1}]}},"pending":[{"id":"0","path":["hero","friends"],"label":"f"}],"#
          + #""hasNext":true}"#,
        #"{"incremental":[{"items":[{"id":2}],"id":"0"}],"hasNext":true}"#,
        #"{"incremental":[{"items":[{"id":null}],"id":"0","errors":[\#(error)]}],"completed":[{"id":"0"}],"#
          + #""hasNext":false}"#,
      ])
    #expect(
      try runInParts(query, Self.sdl, .deferSpec20220824, root: root).parts == [
        #"{"data":{"hero":{"friends":[{"id":1}]}},"hasNext":true}"#,
        #"{"incremental":[{"items":[{"id":2}],"path":["hero","friends",1],"label":"f"}],"hasNext":true}"#,
        #"{"incremental":[{"items":[{"id":null}],"path":["hero","friends",2],"label":"f","errors":[\#(error)]}],"#
          + #""hasNext":false}"#,
      ])
  }

  @Test("An item that fails where null is not allowed ends its list")
  func failingItem() throws {
    let query = "{ heroes @stream { name } }"
    let draft = try runInParts(query, Self.sdl, .draft, root: Self.root)
    #expect(draft.parts.count == 3)
    #expect(draft.parts[2].hasPrefix(#"{"completed":[{"id":"0","errors":[{"message":"Cannot return null"#))
    #expect(draft.parts[2].hasSuffix(#""path":["heroes",1,"name"]}]}],"hasNext":false}"#))
    let old = try runInParts(query, Self.sdl, .deferSpec20220824, root: Self.root)
    #expect(old.parts[2].hasPrefix(#"{"incremental":[{"items":null,"path":["heroes",1],"errors":["#))
    // The third hero is not asked for its name.
    #expect(draft.calls.count { $0.hasPrefix("Hero.name") } == 2)
  }

  @Test("A list that is through with its initial count")
  func shortList() throws {
    let query = "{ hero { friends @stream(initialCount: 2) { id } } }"
    #expect(
      try runInParts(query, Self.sdl, .draft, root: Self.root).parts.dropFirst() == [
        #"{"completed":[{"id":"0"}],"hasNext":false}"#
      ])
    #expect(try runInParts(query, Self.sdl, .deferSpec20220824, root: Self.root).parts.count == 1)
    let longer = "{ hero { friends @stream(initialCount: 3) { id } } }"
    #expect(try runInParts(longer, Self.sdl, .draft, root: Self.root).parts.count == 1)
  }

  @Test("Deferred inside streamed, and streamed inside deferred")
  func mixed() throws {
    let result = try runInParts(
      "{ ... @defer { hero { friends @stream { id ... @defer { home { id } } } } } }", Self.sdl, .draft, root: Self.root
    )
    #expect(
      result.parts == [
        #"{"data":{},"pending":[{"id":"0","path":[]}],"hasNext":true}"#,
        #"{"pending":[{"id":"1","path":["hero","friends"]}],"incremental":[{"data":{"hero":{"friends":[]}},"id":"0"}],"#
          + #""completed":[{"id":"0"}],"hasNext":true}"#,
        #"{"pending":[{"id":"2","path":["hero","friends",0]}],"incremental":[{"items":[{"id":2}],"id":"1"}],"#
          + #""hasNext":true}"#,
        #"{"incremental":[{"data":{"home":null},"id":"2"}],"completed":[{"id":"2"}],"hasNext":true}"#,
        #"{"pending":[{"id":"3","path":["hero","friends",1]}],"incremental":[{"items":[{"id":3}],"id":"1"}],"#
          + #""completed":[{"id":"1"}],"hasNext":true}"#,
        #"{"incremental":[{"data":{"home":null},"id":"3"}],"completed":[{"id":"3"}],"hasNext":false}"#,
      ])
  }

  @Test("Introspection can be deferred and streamed")
  func introspection() throws {
    let result = try runInParts(
      #"{ __type(name: "Hero") { name ... @defer { kind } fields @stream(initialCount: 4) { name } } }"#, Self.sdl,
      .draft)
    #expect(result.parts.count == 3)
    #expect(result.parts[1].contains(#""data":{"kind":"OBJECT"}"#))
    #expect(result.parts[2].contains(#""items":[{"name":"home"}]"#))
  }

  @Test(
    "What cannot be is an error in the reference's words",
    arguments: [
      ("{ hero { friends @stream(initialCount: -1) { id } } }", "initialCount must be a positive integer"),
      (
        "subscription { hero { ... @defer { id } } }",
        "`@defer` directive not supported on subscription operations. Disable `@defer` by setting the `if` argument "
          + "to `false`."
      ),
      (
        "subscription { heroes @stream { id } }",
        "`@stream` directive not supported on subscription operations. Disable `@stream` by setting the `if` "
          + "argument to `false`."
      ),
      (
        "query ($d: Boolean) { hero { ... @defer(if: $d) { id } friends @stream(if: null) { id } } }",
        #"Argument \"if\" of non-null type \"Boolean!\" must not be null."#
      ),
    ])
  func refusals(query: String, message: String) throws {
    let parts = try runInParts(query, Self.sdl, .draft, root: Self.root).parts
    #expect(parts[0].contains("{\"errors\":[{\"message\":\"\(message)\""))
  }

  @Test("The limits hold for all parts together")
  func limits() throws {
    let limits = ExecutionLimits(values: 6)
    let deferred = try runInParts(
      "{ hero { id ... @defer { name } } heroes @stream { id } }", Self.sdl, .draft, root: Self.root, limits: limits)
    #expect(deferred.parts.last?.hasSuffix("\"hasNext\":false}") == true)
    #expect(deferred.parts.contains { $0.contains("Response has more than 6 values. Execution aborted.") })
  }
}
