import SchemaSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The schemas that a command reads.
enum SchemaInput {
  /// Returns the schema of a file or an endpoint, or with `-` that of standard input. Nil means the only schema.
  static func text(of name: String?, schemas: String) throws -> SchemaText {
    guard name == "-" else { return try SchemaText(meaning: name, schemas: schemas) }
    return SchemaText(bytes: try standardInput(), name: "standard input")
  }

  static func standardInput() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw WorkFailure("standard input cannot be read. Name a file instead.") }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
