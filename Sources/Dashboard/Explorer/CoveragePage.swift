import Engine
import GraphQLSchema
import Maintenance
import OrderedJSON

/// `GET v1/endpoints/<e>/coverage`: the parts of the schema that are recorded, and those that this run used.
struct CoveragePage {
  let engine: Engine

  func coverage(_ name: String) throws(DashboardProblem) -> JSONObject {
    let explored = try ExplorerEndpoint(name, of: engine)
    guard let schema = explored.told?.schema else {
      let none = SchemaCoverage(endpoint: name, types: [])
      return [
        "hasSchema": false, "hint": .string(explored.hint), "types": [], "totals": Self.totals(none),
      ]
    }
    let coverage = explored.endpoint.coverage(of: schema) { engine.log.wasUsed($0) }
    return [
      "hasSchema": true, "types": .array(coverage.types.map { Self.object($0, schema) }),
      "totals": Self.totals(coverage),
    ]
  }

  private static func object(_ covered: SchemaCoverage.TypeCoverage, _ schema: Schema) -> JSON {
    let type = schema.type(named: covered.name)
    var arguments = covered.arguments[...]
    let fields = covered.fields.map { element -> JSON in
      let field = type?.field(named: element.name)
      let declared = field?.arguments ?? []
      // The coverage lists the arguments of all fields, in the order of the schema.
      let own = arguments.prefix(declared.count)
      arguments = arguments.dropFirst(declared.count)
      return [
        "name": .string(element.name),
        "type": .string((field?.type ?? type?.inputField(named: element.name)?.type)?.description ?? ""),
        "status": status(element),
        "arguments": .array(zip(declared, own).map { ["name": .string($0.name), "status": status($1)] }),
      ]
    }
    return [
      "name": .string(covered.name), "kind": .string(covered.kind.rawValue), "fields": .array(fields),
      "values": .array(covered.values.map { ["name": .string($0.name), "status": status($0)] }),
    ]
  }

  private static func status(_ element: SchemaCoverage.Element) -> JSON {
    switch element.reach {
    case .none: "never"
    case .recorded: "recorded"
    case .used: "used"
    }
  }

  private static func totals(_ coverage: SchemaCoverage) -> JSON {
    [
      "fields": object(coverage.fields), "arguments": object(coverage.arguments),
      "values": object(coverage.enumValues),
    ]
  }

  private static func object(_ count: SchemaCoverage.Count) -> JSON {
    ["all": .int(count.all), "recorded": .int(count.recorded), "used": .int(count.used)]
  }
}
