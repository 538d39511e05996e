#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// All bytes of a file.
/// - Throws: a failure that names the file.
func bytes(ofFile path: String) throws -> [UInt8] {
  guard let file = fopen(path, "rb") else { throw Oracle.Failure("\(path) cannot be read") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return bytes
}
