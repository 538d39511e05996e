import OrderedJSON
import Recordings

/// The part `map` of an upload, which assigns files to paths in `operations`.
enum UploadMap {
  /// A file and its paths.
  struct Entry: Hashable, Sendable {
    var name: String
    var paths: [[Substring]]
  }

  /// Reads the map. Each of its paths must exist.
  static func entries(_ json: JSON, for operations: JSON) throws(UploadProblem) -> [Entry] {
    guard case .object(let object) = json else { throw .mapKind(json.kindDescription) }
    var entries: [Entry] = []
    for member in object.members {
      guard case .array(let items) = member.value else {
        throw .entryKind(member.name, found: member.value.kindDescription)
      }
      guard !entries.contains(where: { $0.name.hasSameScalars(as: member.name) }) else {
        throw .repeated(member.name)
      }
      var paths: [[Substring]] = []
      for item in items {
        guard case .string(let text) = item else {
          throw .entryKind(member.name, found: "a list with \(item.kindDescription)")
        }
        let path = text.split(separator: ".", omittingEmptySubsequences: false)
        guard has(path[...], in: operations) else { throw .noSuchPath(text, entry: member.name) }
        paths.append(path)
      }
      entries.append(Entry(name: member.name, paths: paths))
    }
    return entries
  }

  private static func has(_ path: ArraySlice<Substring>, in value: JSON) -> Bool {
    guard let step = path.first else { return true }
    return switch value {
    case .object(let object): object[String(step)].map { has(path.dropFirst(), in: $0) } ?? false
    case .array(let items): index(step, in: items).map { has(path.dropFirst(), in: items[$0]) } ?? false
    default: false
    }
  }

  private static func index(_ step: Substring, in items: [JSON]) -> Int? {
    guard let index = Int(step), items.indices.contains(index), step.first != "+" else { return nil }
    return index
  }

  /// Returns the operations with placeholders for the files.
  static func fill(_ operations: JSON, _ map: [Entry], _ files: [String: UploadedFile]) -> JSON {
    var filled = operations
    for entry in map {
      guard let file = files[entry.name] else { continue }
      for path in entry.paths { put(.string(file.standIn), at: path[...], in: &filled) }
    }
    return filled
  }

  private static func put(_ value: JSON, at path: ArraySlice<Substring>, in place: inout JSON) {
    guard let step = path.first else {
      place = value
      return
    }
    switch place {
    case .object(var object):
      guard var below = object[String(step)] else { return }
      put(value, at: path.dropFirst(), in: &below)
      object[String(step)] = below
      place = .object(object)
    case .array(var items):
      guard let index = index(step, in: items) else { return }
      put(value, at: path.dropFirst(), in: &items[index])
      place = .array(items)
    default: break
    }
  }
}
