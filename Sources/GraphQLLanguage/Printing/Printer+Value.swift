extension Printer {
  mutating func write(_ value: Value) {
    switch value {
    case .variable(let name):
      write("$")
      write(name.text)
    case .int(let digits, _), .float(let digits, _):
      write(digits)
    case .string(let string):
      write(string)
    case .boolean(let isTrue, _):
      write(isTrue ? "true" : "false")
    case .null:
      write("null")
    case .enum(let name):
      write(name.text)
    case .list(let values, _):
      write("[")
      separated(values, by: ", ") { $0.write($1) }
      write("]")
    case .object(let fields, _):
      write("{")
      separated(fields, by: ", ") { printer, field in
        printer.write(field.name.text)
        printer.write(": ")
        printer.write(field.value)
      }
      write("}")
    }
  }

  mutating func write(_ type: TypeReference) {
    switch type {
    case .named(let type):
      write(type.name.text)
    case .list(let item, _):
      write("[")
      write(item)
      write("]")
    case .nonNull(let type, _):
      write(type)
      write("!")
    }
  }
}
