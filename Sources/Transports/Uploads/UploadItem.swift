import OrderedJSON

/// An item of a batch of uploads as an upload of its own, for sending only unrecorded items upstream.
package struct UploadItem {
  private var parts: [Part] = []

  private struct Part {
    let header: FormHeader
    var content: [UInt8] = []
  }

  /// Reads the body of a batch that has been validated.
  /// - Returns: nil if it is not an upload.
  package init?(batch body: [UInt8], contentType: String) {
    guard let boundary = HeaderParameters(contentType)["boundary"] else { return nil }
    self.boundary = boundary
    var parser = MultipartParser(boundary: boundary)
    var parts: [Part] = []
    do throws(UploadProblem) {
      try parser.feed(body) { event throws(UploadProblem) in
        switch event {
        case .part(let header): parts.append(Part(header: header))
        case .bytes(let bytes): parts[parts.count - 1].content.append(contentsOf: bytes)
        case .partEnd: break
        }
      }
    } catch {
      return nil
    }
    guard parts.count >= 2 else { return nil }
    self.parts = parts
  }

  private let boundary: String

  /// Returns the body for the item at an index: its parts of `operations` and `map`, and its unchanged files.
  /// - Returns: nil if it has no files.
  package func body(at place: Int) -> [UInt8]? {
    guard let item = (try? JSON.parse(parts[0].content))?[place],
      case .object(let map)? = try? JSON.parse(parts[1].content)
    else { return nil }
    var own = JSONObject()
    for member in map.members {
      let paths = (member.value.arrayValue ?? []).compactMap { path -> JSON? in
        guard let text = path.stringValue, text.hasPrefix("\(place).") else { return nil }
        return .string(String(text.dropFirst("\(place).".count)))
      }
      if !paths.isEmpty { own.members.append(.init(member.name, .array(paths))) }
    }
    guard !own.members.isEmpty else { return nil }
    var body: [UInt8] = []
    append(parts[0].header, item.serialize(), to: &body)
    append(parts[1].header, JSON.object(own).serialize(), to: &body)
    for file in parts[2...] where own.members.contains(where: { file.header.isNamed($0.name) }) {
      append(file.header, file.content, to: &body)
    }
    body.append(contentsOf: "--\(boundary)--\r\n".utf8)
    return body
  }

  private func append(_ header: FormHeader, _ content: [UInt8], to body: inout [UInt8]) {
    body.append(contentsOf: "--\(boundary)".utf8)
    body.append(contentsOf: header.bytes)
    body.append(contentsOf: "\r\n\r\n".utf8)
    body.append(contentsOf: content)
    body.append(contentsOf: "\r\n".utf8)
  }
}

extension FormHeader {
  fileprivate func isNamed(_ text: String) -> Bool { name?.hasSameScalars(as: text) ?? false }
}
