/// The script that does all operations on a session, each atomically (`EVAL`).
///
/// Keys: the epoch, the session, its log, its lease, the young epoch. The log is a list, its session a hash:
/// - `log`: the name of its log; `bytes`: the size
/// - `last`: the replica that used it last
/// - `wanted`: the Unix time until which another one waits for the lease, and the name of that one
///
/// The epoch is a hash, too:
/// - `id`; `run`: the server's run id; `safe`: 1 if the server keeps its entries
/// - `changes`: the number of changes, which is the last element of each reply; `start`: that when the run began
/// - `leases`, `logs`: the numbers of the last ones
enum RedisScript {
  /// The longest time of a lease in milliseconds. A replica uses three quarters of it.
  static let leaseTime = 2_000
  /// The longest time in seconds in which a server may count a Redis replica that is cut off (`min-replicas-max-lag`).
  static let longestLag = 10
  /// The time in milliseconds for which no session begins after another server has taken over. Until then, the last one
  /// may go on, and it may give leases until its end. It looks once a second whether its replicas are there.
  static let takeoverTime = (longestLag + 1) * 1_000 + leaseTime
  /// The seconds for which a replica waits for another one's lease.
  static let waitingTime = 6
  /// The most entries and bytes of a log.
  static let entryLimit = 200_000
  static let byteLimit = 256 << 20
  /// The most entries in a reply.
  static let pageSize = 500
  /// The bytes after which a reply ends, after at most ten further entries.
  static let pageBytes = 4 << 20

  static let text = """
    local op, epoch, me, idle, name, channel = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6]
    if redis.call('HGET', KEYS[1], 'id') ~= epoch then return {'epoch'} end
    local log = redis.call('HGET', KEYS[2], 'log')

    local function touch()
      redis.call('PEXPIRE', KEYS[2], idle)
      redis.call('PEXPIRE', KEYS[3], idle)
    end

    local function changes() return redis.call('HGET', KEYS[1], 'changes') or '0' end

    local function notify(kind)
      local run = redis.call('HGET', KEYS[1], 'run')
      redis.call('PUBLISH', channel, table.concat({kind, me, epoch, run, changes(), name}, ' '))
    end

    local function changed(kind)
      redis.call('HINCRBY', KEYS[1], 'changes', 1)
      notify(kind or 'changed')
    end

    -- The next request must not get the state of what is left of a log.
    local function lose()
      redis.call('DEL', KEYS[2], KEYS[3])
      changed()
    end

    local function isMine(lease) return lease and string.sub(lease, 1, #me + 1) == me .. ' ' end

    local now = tonumber(redis.call('TIME')[1])

    -- The seconds for which a replica still waits, and which.
    local function waiting()
      local time, replica = string.match(redis.call('HGET', KEYS[2], 'wanted') or '', '^(%d+) (.*)$')
      local seconds = tonumber(time or '0') - now
      -- More if the server's clock was set back.
      return seconds <= \(waitingTime) and seconds or 0, replica
    end

    -- The time for which another replica has the lease, which it cannot renew while this one waits; nil if none has.
    local function taken()
      local lease = redis.call('GET', KEYS[4])
      if not lease or isMine(lease) then return nil end
      local seconds, replica = waiting()
      if log and seconds < (replica == me and \(waitingTime) - 1 or 1) then
        redis.call('HSET', KEYS[2], 'wanted', now + \(waitingTime) .. ' ' .. me)
      end
      notify('wanted')
      return math.max(1, redis.call('PTTL', KEYS[4]))
    end

    -- A lease for the replica that used the session last, too; 0 if it gets none.
    local function lease()
      local last = redis.call('HGET', KEYS[2], 'last')
      redis.call('HSET', KEYS[2], 'last', me)
      local current = redis.call('GET', KEYS[4])
      local seconds, replica = waiting()
      local isWanted = seconds > 0 and replica ~= me
      if last ~= me or isWanted or (current and not isMine(current)) then return 0 end
      local number = redis.call('HINCRBY', KEYS[1], 'leases', 1)
      redis.call('SET', KEYS[4], me .. ' ' .. number, 'PX', math.min(\(leaseTime), math.ceil(idle / 2)))
      return number
    end

    local function reply()
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
        -- Until then, a replica may answer for a session of the same name in the last epoch.
        local young = redis.call('PTTL', KEYS[5])
        if young > 0 then return {'young', young} end
        log = epoch .. '-' .. redis.call('HINCRBY', KEYS[1], 'logs', 1)
        redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
        redis.call('RPUSH', KEYS[3], entry)
        redis.call('HSET', KEYS[2], 'log', log, 'last', me, 'bytes', #entry)
        touch()
        changed()
        return {'begun', log}
      end

      if not log then return {'unknown'} end

      if op == 'read' then
        local from = 0
        if ARGV[7] == log then from = tonumber(ARGV[8]) end
        local count = redis.call('LLEN', KEYS[3])
        if count == 0 or from > count then
          lose()
          return {'cut'}
        end
        touch()
        local entries, bytes = {}, 0
        while from + #entries < count and #entries < \(pageSize) and bytes < \(pageBytes) do
          for _, entry in ipairs(redis.call('LRANGE', KEYS[3], from + #entries, from + #entries + 9)) do
            table.insert(entries, entry)
            bytes = bytes + #entry
          end
        end
        local isWhole = from + #entries >= count
        return {'entries', log, from, isWhole and 1 or 0, isWhole and lease() or 0, entries}
      end

      if log ~= ARGV[7] then return {op == 'append' and 'moved' or 'unknown'} end

      if op == 'append' then
        local place, token, entry = tonumber(ARGV[8]), ARGV[9], ARGV[10]
        local count = redis.call('LLEN', KEYS[3])
        if count < place then
          lose()
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
        local seconds, replica = waiting()
        if replica == me then redis.call('HDEL', KEYS[2], 'wanted') end
        touch()
        changed()
        return {'appended', lease()}
      end

      if op == 'end' then
        local time = taken()
        if time then return {'leased', time} end
        redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
        changed('ended')
        return {'ended'}
      end
    end

    local list = reply()
    table.insert(list, tonumber(changes()))
    return list
    """

  /// Gives a lease back, if it is still the same.
  static let giveText = """
    if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
    return 0
    """

  /// Returns the epoch, in which sessions live, and its number of changes. There is a new one if the server was
  /// restarted and may have lost entries, or lacks changes that the replica knows of.
  ///
  /// Keys: the epoch, the young epoch, which exists as long as replicas may answer in the last one. Arguments: the id for a
  /// new one, the server's run id, 1 if its log survives restarts, 1 if another server has taken over; the epoch that
  /// the replica knows, the run id at that time, the number of changes at that time.
  static let epochText = """
    local id, run, safe, start, changes =
      unpack(redis.call('HMGET', KEYS[1], 'id', 'run', 'safe', 'start', 'changes'))
    local isNewRun = run ~= ARGV[2]
    if isNewRun then start = changes or '0' end
    local isSafe = safe == '1' and ARGV[3] == '1' and ARGV[4] == '0'
    local known = tonumber(ARGV[7])
    local lacks = id == ARGV[5]
      and (tonumber(changes or '0') < known or (ARGV[6] ~= ARGV[2] and tonumber(start or '0') < known))
    if not id or lacks or (isNewRun and not isSafe) then
      redis.call('DEL', KEYS[1])
      id, start, changes = ARGV[1], '0', '0'
      redis.call('SET', KEYS[2], '1', 'PX', ARGV[4] == '1' and \(takeoverTime) or \(leaseTime))
    end
    redis.call('HSET', KEYS[1], 'id', id, 'run', ARGV[2], 'safe', ARGV[3], 'start', start or '0')
    return {id, tonumber(changes or '0')}
    """
}
