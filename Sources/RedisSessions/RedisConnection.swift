#if Redis
  import CHiredis
  import SharedSessions

  /// One connection to the server. All methods block; one thread at a time uses it.
  final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>
    private let address: RedisAddress

    /// Connects and authenticates.
    ///
    /// - Parameters:
    ///   - address: the server.
    ///   - password: its password, if it has one.
    ///   - seconds: the time limit for each reply; nil to wait for replies without limit.
    /// - Throws: `StoreProblem` if the server is unreachable, or refuses the password or the database.
    init(_ address: RedisAddress, password: String?, seconds: Int?) throws(StoreProblem) {
      let limit = timeval(tv_sec: 2, tv_usec: 0)
      guard
        let context = address.usesTLS
          ? redisConnectFd(try RedisTLS.connect(address))
          : redisConnectWithTimeout(address.host, Int32(address.port), limit)
      else { throw StoreProblem("There is no memory for a connection to the session store. Give the program more.") }
      self.context = context
      self.address = address
      guard context.pointee.err == 0 else { throw problem }
      if let seconds { redisSetTimeout(context, timeval(tv_sec: seconds, tv_usec: 0)) }
      if !address.usesTLS { redisEnableKeepAlive(context) }
      if let password {
        try require(["AUTH"] + [address.user, password].compactMap(\.self))
      }
      if address.database != 0 { try require(["SELECT", "\(address.database)"]) }
    }

    deinit { redisFree(context) }

    private func require(_ words: [String]) throws(StoreProblem) {
      guard case .error(let text) = try reply(to: words) else { return }
      if text.hasPrefix("NOAUTH") { throw RedisEpoch.needsPassword(address) }
      let fix =
        words[0] != "AUTH"
        ? "Correct the database in the URL after --sessions."
        : text.contains("without any password configured")
          ? "It has no password: unset the environment variable UNDERSTUDY_SESSIONS_PASSWORD."
          : "Correct the password in the environment variable UNDERSTUDY_SESSIONS_PASSWORD."
      let isSentence = text.hasSuffix(".") || text.hasSuffix("?")
      throw StoreProblem(
        "The session store \(address.name) refuses \(words[0]): \(text)\(isSentence ? "" : ".") \(fix)")
    }

    /// The last error of the connection.
    private var problem: StoreProblem {
      let text = withUnsafeBytes(of: context.pointee.errstr) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let reason =
        switch text {
        case "": "the connection broke."
        // The end of the time limit, in the words of Linux and macOS.
        case "Resource temporarily unavailable": "it sent nothing in time."
        case _ where context.pointee.err == REDIS_ERR_PROTOCOL: "\(text). Is it a Redis or Valkey server?"
        case "Connection reset by peer" where !address.usesTLS:
          "\(text). If it needs TLS, use a URL that begins with rediss:// or valkeys://."
        default: "\(text)."
        }
      return StoreProblem(
        "The session store \(address.name) does not answer: \(reason) Start it, or correct its URL after --sessions.")
    }

    func reply(to words: [String]) throws(StoreProblem) -> RedisReply {
      try send(words.map { Array($0.utf8) })
      return try receive()
    }

    /// Sends commands together, and returns their replies.
    func replies(to commands: [[String]]) throws(StoreProblem) -> [RedisReply] {
      for words in commands { try send(words.map { Array($0.utf8) }) }
      var replies: [RedisReply] = []
      for _ in commands { replies.append(try receive()) }
      return replies
    }

    /// Adds a command to those that are sent with the next `receive`.
    func send(_ words: [[UInt8]]) throws(StoreProblem) {
      var pointers: [UnsafePointer<CChar>?] = []
      var lengths: [Int] = []
      let flat = words.flatMap(\.self)
      let result = flat.withUnsafeBytes { bytes in
        var offset = 0
        for word in words {
          let start = bytes.baseAddress ?? UnsafeRawPointer(context)
          pointers.append((start + offset).assumingMemoryBound(to: CChar.self))
          lengths.append(word.count)
          offset += word.count
        }
        return redisAppendCommandArgv(context, Int32(words.count), &pointers, lengths)
      }
      guard result == REDIS_OK else { throw problem }
    }

    /// Sends what was not sent, and waits for the next reply.
    func receive() throws(StoreProblem) -> RedisReply {
      var raw: UnsafeMutableRawPointer?
      guard redisGetReply(context, &raw) == REDIS_OK, let raw else { throw problem }
      defer { freeReplyObject(raw) }
      return RedisReply(UnsafePointer(raw.assumingMemoryBound(to: redisReply.self)))
    }
  }
#endif
