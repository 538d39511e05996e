/// The script that does all operations on a session, each atomically (`EVAL`).
///
/// Keys: the epoch, the session, its log, its lease, the young epoch. A session is a hash (`log`: the name of its log,
/// `last`: the replica that used it last, `bytes`: the size of its log), its log a list. The epoch is a hash, too (`id`,
/// and counters).
enum RedisScript {
  /// The longest time of a lease in milliseconds. A replica uses three quarters of it.
  static let leaseTime = 2_000
  /// The most entries and bytes of a log.
  static let entryLimit = 200_000
  static let byteLimit = 256 << 20
  /// The most entries in a reply.
  static let pageSize = 500

  static let text = """
    local op, epoch, me, idle, name, channel = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6]
    if redis.call('HGET', KEYS[1], 'id') ~= epoch then return {'epoch'} end
    local log = redis.call('HGET', KEYS[2], 'log')

    local function touch()
      redis.call('PEXPIRE', KEYS[2], idle)
      redis.call('PEXPIRE', KEYS[3], idle)
    end

    local function notify(kind) redis.call('PUBLISH', channel, kind .. ' ' .. me .. ' ' .. name) end

    local function isMine(lease) return lease and string.sub(lease, 1, #me + 1) == me .. ' ' end

    -- The time for which another replica has the lease; nil if none has.
    local function taken()
      local lease = redis.call('GET', KEYS[4])
      if not lease or isMine(lease) then return nil end
      notify('wanted')
      return math.max(1, redis.call('PTTL', KEYS[4]))
    end

    -- A lease for the replica that used the session last, too; 0 if it gets none.
    local function lease()
      local last = redis.call('HGET', KEYS[2], 'last')
      redis.call('HSET', KEYS[2], 'last', me)
      local current = redis.call('GET', KEYS[4])
      if last ~= me or (current and not isMine(current)) then return 0 end
      local number = redis.call('HINCRBY', KEYS[1], 'leases', 1)
      redis.call('SET', KEYS[4], me .. ' ' .. number, 'PX', math.min(\(leaseTime), math.ceil(idle / 2)))
      return number
    end

    if op == 'begin' then
      local entry, token, replaces = ARGV[7], ARGV[8], ARGV[9]
      if log then
        local first = redis.call('LINDEX', KEYS[3], 0)
        if first and string.sub(first, 1, #token) == token then return {'begun', log} end
        if replaces == '0' then return {'exists'} end
      end
      -- Also of a session that has lost its log.
      local time = taken()
      if time then return {'leased', time} end
      -- Until then, a replica may have the lease of a session of the same name in the last epoch.
      local young = redis.call('PTTL', KEYS[5])
      if young > 0 then return {'leased', young} end
      log = epoch .. '-' .. redis.call('HINCRBY', KEYS[1], 'logs', 1)
      redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
      redis.call('RPUSH', KEYS[3], entry)
      redis.call('HSET', KEYS[2], 'log', log, 'last', me, 'bytes', #entry)
      touch()
      notify('changed')
      return {'begun', log}
    end

    if not log then return {'unknown'} end

    if op == 'read' then
      local from = 0
      if ARGV[7] == log then from = tonumber(ARGV[8]) end
      local count = redis.call('LLEN', KEYS[3])
      if count == 0 or from > count then
        -- The next request must not get the state of what is left.
        redis.call('DEL', KEYS[2], KEYS[3])
        notify('changed')
        return {'cut'}
      end
      touch()
      local entries = redis.call('LRANGE', KEYS[3], from, from + \(pageSize) - 1)
      local isWhole = from + #entries >= count
      return {'entries', log, from, isWhole and 1 or 0, isWhole and lease() or 0, entries}
    end

    if log ~= ARGV[7] then return {op == 'append' and 'moved' or 'unknown'} end

    if op == 'append' then
      local place, token, entry = tonumber(ARGV[8]), ARGV[9], ARGV[10]
      local count = redis.call('LLEN', KEYS[3])
      if count < place then
        redis.call('DEL', KEYS[2], KEYS[3])
        notify('changed')
        return {'unknown'}
      end
      if count > place then
        local next = redis.call('LINDEX', KEYS[3], place)
        if string.sub(next, 1, #token) == token then return {'appended', 0} end
        return {'moved'}
      end
      local time = taken()
      if time then return {'leased', time} end
      if count >= \(entryLimit) then return {'full', '\(entryLimit) entries'} end
      local bytes = tonumber(redis.call('HGET', KEYS[2], 'bytes')) + #entry
      if bytes > \(byteLimit) then return {'full', '\(byteLimit >> 20) MiB'} end
      redis.call('RPUSH', KEYS[3], entry)
      redis.call('HSET', KEYS[2], 'bytes', bytes)
      touch()
      notify('changed')
      return {'appended', lease()}
    end

    if op == 'end' then
      local time = taken()
      if time then return {'leased', time} end
      redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
      notify('changed')
      return {'ended'}
    end

    return redis.error_reply('unknown operation')
    """

  /// Gives a lease back, if it is still the same.
  static let giveText = """
    if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
    return 0
    """

  /// Returns the epoch, in which sessions live. There is a new one if the server was restarted and may have lost entries.
  ///
  /// Keys: the epoch, the young epoch, which exists as long as leases of the last one may last. Arguments: the id for a new
  /// one, the server's run id, 1 if its log survives restarts, 1 if another server has taken over.
  static let epochText = """
    local id, run, safe = unpack(redis.call('HMGET', KEYS[1], 'id', 'run', 'safe'))
    local isSafe = safe == '1' and ARGV[3] == '1' and ARGV[4] == '0'
    if not id or (run ~= ARGV[2] and not isSafe) then
      redis.call('DEL', KEYS[1])
      id = ARGV[1]
      redis.call('SET', KEYS[2], '1', 'PX', \(leaseTime))
    end
    redis.call('HSET', KEYS[1], 'id', id, 'run', ARGV[2], 'safe', ARGV[3])
    return id
    """
}
