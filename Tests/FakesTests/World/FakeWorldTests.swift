import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("A faked world")
struct FakeWorldTests {
  /// The response to an operation, as compact text.
  private func answer(
    _ test: TestSchema, _ query: String, variables: JSONObject = JSONObject(), operationName: String? = nil,
    seed: UInt64 = 1
  ) throws -> String {
    let world = FakeWorld(schema: try test.schema(), seed: seed, endpoint: test.name)
    return world.respond(to: SourceText(query), operationName: operationName, variables: variables).compactText
  }

  /// The values at a path of keys, through all items of lists.
  private func values(_ test: TestSchema, _ query: String, _ path: [String], seed: UInt64 = 1) throws -> [JSON] {
    let world = FakeWorld(schema: try test.schema(), seed: seed, endpoint: test.name)
    var found = [world.respond(to: SourceText(query))]
    for key in ["data"] + path {
      found = found.flatMap { json -> [JSON] in
        if case .array(let items) = json { return items }
        return [json]
      }.compactMap { json in
        guard case .object(let object) = json else { return nil }
        return object.members.first { $0.name == key }?.value
      }
    }
    return found.flatMap { json -> [JSON] in if case .array(let items) = json { items } else { [json] } }
  }

  @Test("Canada is Canada")
  func canada() throws {
    #expect(
      try answer(
        .atlas,
        """
        { country(code: "CA") {
          code name native capital emoji emojiU currency currencies phone continent { code name }
          languages { code name native rtl }
        } }
        """)
        == #"{"data":{"country":{"code":"CA","name":"Canada","native":"Canada","capital":"Ottawa","emoji":"🇨🇦","#
        + #""emojiU":"U+1F1E8 U+1F1E6","currency":"CAD","currencies":["CAD"],"phone":"1","#
        + #""continent":{"code":"NA","name":"North America"},"languages":["#
        + #"{"code":"en","name":"English","native":"English","rtl":false},"#
        + #"{"code":"fr","name":"French","native":"Français","rtl":false}]}}}"#)
  }

  @Test("every country has its own flag, of two regional indicators")
  func flags() throws {
    let codes = try values(.atlas, "{ countries { code } }", ["countries", "code"])
    let flags = try values(.atlas, "{ countries { emoji } }", ["countries", "emoji"])
    #expect(codes.count >= 40)
    for (code, flag) in zip(codes, flags) {
      guard case .string(let code) = code, case .string(let flag) = flag else {
        Issue.record("\(code) \(flag)")
        continue
      }
      #expect(flag.count == 1 && flag.unicodeScalars.count == 2)
      #expect(flag.unicodeScalars.map { UInt8($0.value - 0x1F1E6 + 0x41) } == Array(code.utf8))
    }
  }

  @Test("relations of the real world agree in both directions")
  func relations() throws {
    let down = try values(
      .atlas, "{ continents { countries { continent { countries { code } } } } }",
      ["continents", "countries", "continent", "countries", "code"])
    #expect(!down.isEmpty)
    let world = FakeWorld(schema: try TestSchema.atlas.schema(), seed: 1, endpoint: "atlas")
    for code in ["CA", "CH", "JP", "NZ"] {
      let languages = try values(
        .atlas, "{ country(code: \"\(code)\") { languages { code } } }", ["country", "languages", "code"])
      for case .string(let language) in languages {
        let back = world.respond(to: SourceText("{ language(code: \"\(language)\") { countries { code } } }"))
          .compactText
        #expect(back.contains("\"\(code)\""), "\(language) \(code)")
      }
    }
  }

  @Test("a part knows the whole")
  func wholes() throws {
    for seed in 1...20 {
      for code in try values(
        .atlas, "{ country(code: \"FR\") { states { country { code } } } }", ["country", "states", "country", "code"],
        seed: UInt64(seed))
      { #expect(code == .string("FR")) }
    }
  }

  @Test("a code that is on no map is a country all the same, with its flag and a continent")
  func unknownCountry() throws {
    let text = try answer(.atlas, #"{ country(code: "XX") { code name capital emoji continent { name } } }"#)
    #expect(text.hasPrefix(#"{"data":{"country":{"code":"XX","name":""#))
    #expect(text.contains("🇽🇽"))
    #expect(!text.contains("null"))
  }

  @Test("an object is the same under an alias, as a variable, in another operation, and in a list")
  func sameness() throws {
    let one = try values(.launches, #"{ launch(id: 3) { site isBooked rocket { name } } }"#, ["launch"])
    #expect(try values(.launches, #"query X { x: launch(id: "3") { site isBooked rocket { name } } }"#, ["x"]) == one)
    let world = FakeWorld(schema: try TestSchema.launches.schema(), seed: 1, endpoint: "launches")
    let variable = world.respond(
      to: SourceText("query ($i: ID!) { launch(id: $i) { site isBooked rocket { name } } }"),
      variables: JSONObject([.init("i", .string("3"))]))
    #expect(variable == .object(JSONObject([.init("data", .object(JSONObject([.init("launch", one[0])])))])))
    let list = try values(
      .launches, "{ launches { launches { id site isBooked rocket { name } } } }", ["launches", "launches"])
    #expect(
      list.contains {
        $0.compactText.hasPrefix(#"{"id":"3","#) && $0.compactText.hasSuffix(one[0].compactText.dropFirst())
      })
  }

  @Test("different objects differ")
  func difference() throws {
    let people = try values(.shop, "{ people { name email address { street } } }", ["people"])
    #expect(people.count >= 3)
    #expect(Set(people).count == people.count)
    let launches = (1...30).compactMap {
      try? values(.launches, "{ launch(id: \($0)) { site rocket { name } isBooked } }", ["launch"])[0]
    }
    #expect(Set(launches).count > 20)
  }

  @Test("arguments other than keys change the value, those of pages do not")
  func arguments() throws {
    let sizes = try values(
      .launches, "{ launches { launches { mission { missionPatch(size: SMALL) } } } }",
      ["launches", "launches", "mission", "missionPatch"])
    let others = try values(
      .launches, "{ launches { launches { mission { missionPatch(size: LARGE) } } } }",
      ["launches", "launches", "mission", "missionPatch"])
    #expect(sizes.count == others.count)
    #expect(zip(sizes, others).allSatisfy { $0 != $1 || $0 == .null })
    let all = try values(.planner, "{ allConferences { id } }", ["allConferences", "id"])
    #expect(
      try values(.planner, "{ allConferences(first: 2) { id } }", ["allConferences", "id"]) == Array(all.prefix(2)))
    #expect(
      try values(.planner, "{ allConferences(last: 2) { id } }", ["allConferences", "id"]) == Array(all.suffix(2)))
    #expect(try values(.planner, "{ allConferences(first: 0) { id } }", ["allConferences", "id"]) == [])
    let page = try values(.launches, "{ launches(pageSize: 2) { launches { id } } }", ["launches", "launches", "id"])
    #expect(
      page
        == Array(try values(.launches, "{ launches { launches { id } } }", ["launches", "launches", "id"]).prefix(2)))
  }

  @Test("the lists of a connection are one list, and its count is the list's")
  func connections() throws {
    let query =
      "{ products(first: 2) { totalCount edges { node { id } } nodes { id } products { id } } all: products { nodes { id } } }"
    let edges = try values(.shop, query, ["products", "edges", "node", "id"])
    let all = try values(.shop, query, ["all", "nodes", "id"])
    #expect(edges.count == 2)
    #expect(try values(.shop, query, ["products", "nodes", "id"]) == edges)
    #expect(try values(.shop, query, ["products", "products", "id"]) == edges)
    #expect(Array(all.prefix(2)) == edges)
    #expect(try values(.shop, query, ["products", "totalCount"]) == [.number(JSONNumber(validated: "\(all.count)"))])
  }

  @Test("no list holds an object twice")
  func distinct() throws {
    for seed in 1...30 {
      let world = FakeWorld(schema: try TestSchema.shop.schema(), seed: UInt64(seed), endpoint: "shop")
      let answer = world.respond(
        to: SourceText(
          "{ people { id friends { id } } named { ... on Node { id } } viewer { address { city } friends { id } } }"))
      func visit(_ json: JSON) {
        switch json {
        case .array(let items):
          #expect(Set(items).count == items.count, "\(json.compactText)")
          items.forEach(visit)
        case .object(let object): object.members.forEach { visit($0.value) }
        default: break
        }
      }
      visit(answer)
    }
  }

  @Test("nullable fields are null now and then, keys and root fields never, and non-null fields never")
  func nulls() throws {
    var nulls = 0
    var total = 0
    for seed in 1...40 {
      let seed = UInt64(seed)
      let sites = try values(
        .launches, "{ launches { launches { site } } }", ["launches", "launches", "site"], seed: seed)
      nulls += sites.count { $0 == .null }
      total += sites.count
      #expect(try !answer(.launches, "{ me { email } launch(id: 1) { id } total }", seed: seed).contains("null"))
      #expect(
        try !answer(.planner, "{ Conference { id } b: Conference(id: null) { id } }", seed: seed).contains("null"))
    }
    #expect((total / 50...total / 8).contains(nulls), "\(nulls) of \(total)")
  }

  @Test("lists are empty now and then, at the root never")
  func emptiness() throws {
    var lengths: Set<Int> = []
    for seed in 1...30 {
      for people in try values(.shop, "{ people { friends { id } } }", ["people"], seed: UInt64(seed)) {
        if case .object(let object) = people, case .array(let friends)? = object.members.first?.value {
          lengths.insert(friends.count)
        }
      }
      #expect(try !values(.shop, "{ people { id } }", ["people"], seed: UInt64(seed)).isEmpty)
      #expect(try !values(.shop, "{ products { nodes { id } } }", ["products", "nodes"], seed: UInt64(seed)).isEmpty)
    }
    #expect(lengths.isSuperset(of: [0, 1, 2, 3]))
  }

  @Test("abstract types vary, enums spread, and a deprecated value is not used")
  func spread() throws {
    var types: Set<JSON> = []
    var departments: Set<JSON> = []
    for seed in 1...30 {
      types.formUnion(
        try values(.shop, "{ search(text: \"a\") { __typename } }", ["search", "__typename"], seed: UInt64(seed)))
      departments.formUnion(
        try values(
          .shop, "{ products { nodes { department } } }", ["products", "nodes", "department"], seed: UInt64(seed)))
    }
    #expect(types == [.string("Product"), .string("Company"), .string("Review")])
    #expect(departments == [.string("GARDEN"), .string("KITCHEN"), .string("OFFICE")])
  }

  @Test("an interface's object is found by its id whatever the type, and a stranger's id is always the same type")
  func nodes() throws {
    for type in ["Product", "Company", "Person"] {
      let list = type == "Product" ? "products { nodes" : "named {"
      let query = type == "Product" ? "{ \(list) { id } } }" : "{ \(list) __typename ... on \(type) { id } } }"
      let path = type == "Product" ? ["products", "nodes", "id"] : ["named", "id"]
      for case .string(let id) in try values(.shop, query, path) {
        #expect(
          try answer(.shop, "{ node(id: \"\(id)\") { __typename id } }").contains(
            "\"__typename\":\"\(type)\",\"id\":\"\(id)\""))
      }
    }
    let unlisted = try values(.shop, "{ node(id: \"nobody\") { __typename id } }", ["node"])
    #expect(try values(.shop, "query Q { n: node(id: \"nobody\") { __typename id } }", ["n"]) == unlisted)
  }

  @Test("an object asked for by another field than its key has that value, and is a member if one has it")
  func lookups() throws {
    #expect(
      try answer(.shop, #"{ person(email: "zoe@example.com") { email } }"#)
        == #"{"data":{"person":{"email":"zoe@example.com"}}}"#)
    for person in try values(.shop, "{ people { id email } }", ["people"]) {
      guard case .object(let object) = person, case .string(let email) = object.members[1].value else { continue }
      #expect(try values(.shop, "{ person(email: \"\(email)\") { id email } }", ["person"]) == [person])
    }
  }

  @Test("dates of one object are in order, and an e-mail address is its owner's")
  func consistency() throws {
    for product in try values(.shop, "{ products { nodes { createdAt updatedAt } } }", ["products", "nodes"]) {
      guard case .object(let object) = product, case .string(let created) = object.members[0].value,
        case .string(let updated) = object.members[1].value
      else { continue }
      #expect(created < updated)
    }
    for person in try values(.shop, "{ people { name firstName email } }", ["people"]) {
      guard case .object(let object) = person, case .string(let name) = object.members[0].value,
        case .string(let first) = object.members[1].value
      else { continue }
      #expect(name.hasPrefix(first + " ") || name.hasSuffix(" " + first))
    }
  }

  @Test("introspection is answered from the schema")
  func introspection() throws {
    #expect(
      try answer(.launches, "{ __typename __type(name: \"PatchSize\") { name enumValues { name } } }")
        == #"{"data":{"__typename":"Query","__type":{"name":"PatchSize","enumValues":[{"name":"SMALL"},{"name":"LARGE"}]}}}"#
    )
  }
}
