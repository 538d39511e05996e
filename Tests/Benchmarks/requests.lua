-- What wrk sends: the same request again and again, or every time another spelling of it.
-- BENCH_BODY is a file with the body of a POST; BENCH_COLD=1 asks for other spellings. There the body holds the
-- character \1 where a comment and white space may stand. BENCH_SESSIONS=N asks in N sessions in turn, by the path; with
-- BENCH_FRESH=NAME every request has a number in this header. The program reads If-None-Match, though it has no effect on
-- GraphQL, so that no answer can be found by the request's bytes.
-- BENCH_BODIES is a file of bodies, one a line, that are sent in turn; BENCH_NAMES, with a %d in it, names their
-- BENCH_SESSIONS sessions by the header.
-- BENCH_FIRST=N puts a number in the place of the character \1, from N on, another one in every request.

local file = assert(io.open(os.getenv("BENCH_BODY"), "rb"))
local body = file:read("*a")
file:close()
local cold = os.getenv("BENCH_COLD") == "1"
local sessions = tonumber(os.getenv("BENCH_SESSIONS") or "0")

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Accept"] = "application/json"

-- A request with its header fields in one order. wrk's own order differs from run to run, and to the table of answers
-- another order is another request: what one run had warmed up would be unknown to the next.
local function ordered(text)
  return string.format(
    "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: %d\r\n\r\n%s",
    wrk.path, wrk.headers["Host"], #text, text)
end

-- A number that no other run has, so that nothing seen before can be found again.
local serial = os.time() * 1000000
local function unseen()
  serial = serial + 1
  return string.format("%d", serial)
end

if cold then
  local number = serial
  local front, back = body:match("^(.-)\1(.*)$")
  request = function()
    number = number + 1
    local spelling = string.format("%s\\n#%d\\n%s%s", front, number, string.rep(" ", number % 7), back)
    local path = sessions > 0 and wrk.path .. "/~" .. number % sessions or nil
    return wrk.format(nil, path, nil, spelling)
  end
elseif os.getenv("BENCH_FIRST") then
  local number = tonumber(os.getenv("BENCH_FIRST"))
  local front, back = body:match("^(.-)\1(.*)$")
  request = function()
    number = number + 1
    return wrk.format(nil, nil, nil, front .. number .. back)
  end
elseif os.getenv("BENCH_BODIES") then
  local bodies, known, number = {}, {}, 0
  for line in io.lines(os.getenv("BENCH_BODIES")) do bodies[#bodies + 1] = line end
  local fresh = os.getenv("BENCH_FRESH")
  request = function()
    number = number + 1
    -- Each session sends all bodies before the next one does.
    local session = sessions > 0 and math.floor((number - 1) / #bodies) % sessions or 0
    local place = session * #bodies + (number - 1) % #bodies + 1
    if fresh or not known[place] then
      if sessions > 0 then wrk.headers["X-Understudy-Session"] = string.format(os.getenv("BENCH_NAMES"), session) end
      if fresh then wrk.headers[fresh] = unseen() end
      local text = bodies[(place - 1) % #bodies + 1]
      known[place] = (fresh or sessions > 0) and wrk.format(nil, nil, nil, text) or ordered(text)
    end
    return known[place]
  end
elseif sessions > 0 then
  wrk.body = body
  local fresh = os.getenv("BENCH_FRESH")
  local number = 0
  local known = {}
  request = function()
    number = number + 1
    local path = wrk.path .. "/~" .. number % sessions
    if fresh then
      wrk.headers[fresh] = unseen()
      return wrk.format(nil, path)
    end
    known[path] = known[path] or wrk.format(nil, path)
    return known[path]
  end
else
  wrk.body = body
end

-- One line that a program reads; wrk's own report is for people.
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests": %d, "microseconds": %d, "bytes": %d, "status_errors": %d, "socket_errors": %d, "p50": %f, "p99": %f}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(50), latency:percentile(99)))
end
