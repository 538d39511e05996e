#if Redis
  import CHiredis

  /// A reply of the server (RESP2).
  enum RedisReply: Hashable, Sendable {
    case none
    case number(Int)
    case bytes([UInt8])
    case list([RedisReply])
    case error(String)

    /// Copies a reply of hiredis.
    init(_ reply: UnsafePointer<redisReply>) {
      let value = reply.pointee
      var bytes: [UInt8] {
        guard let start = value.str else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(value.len)))
      }
      switch value.type {
      case REDIS_REPLY_INTEGER: self = .number(Int(value.integer))
      case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(bytes)
      case REDIS_REPLY_ERROR: self = .error(String(decoding: bytes, as: UTF8.self))
      case REDIS_REPLY_ARRAY:
        self = .list(
          (0..<Int(value.elements)).map { index in
            guard let element = value.element?[index] else { return .none }
            return RedisReply(UnsafePointer(element))
          })
      default: self = .none
      }
    }

    var text: String? {
      if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    var number: Int? {
      switch self {
      case .number(let number): number
      case .bytes: text.flatMap { Int($0) }
      default: nil
      }
    }

    var list: [RedisReply]? { if case .list(let list) = self { list } else { nil } }
  }
#endif
