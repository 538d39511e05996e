/// The JavaScript around the data of an `MSWExport`.
enum MSWRuntime {
  static func module(data: String) -> String { "\(head)\nconst endpoints = \(data);\n\n\(runtime)" }

  private static let head = """
    // Made by `understudy export msw` from recordings. Do not edit: export again.
    //
    //   import { setupServer } from 'msw/node'
    //   import { handlers, reset } from './this-file.js'
    //   const server = setupServer(...handlers)
    //   beforeEach(reset)
    //
    // An operation is found by its text, its variables and whether the request carries credentials; its answer is that of
    // the state to which the mutations so far have led. What was not recorded is a GraphQL error that says so, and so is
    // what was recorded but not after these mutations: `understudy replay` works out which mutations count for it, this
    // does not. After a mutation that was not recorded nobody knows the state, and everything is an error until reset().
    import { graphql, HttpResponse } from 'msw'

    """

  private static let runtime = #"""
    const worlds = new Map()

    /** Starts over: the state before the first mutation. */
    export function reset() {
      for (const endpoint of endpoints) worlds.set(endpoint, { state: 'start', lost: null, given: new Map() })
    }
    reset()

    // One spelling for all values that are the same to a server: sorted members, ids as strings, lists for single values.
    function canonical(value, type) {
      if (type && type.startsWith('[') && value !== null) {
        const inner = type.slice(1, -1)
        return (Array.isArray(value) ? value : [value]).map((one) => canonical(one, inner))
      }
      if (type === 'ID' && typeof value === 'number') return String(value)
      if (Array.isArray(value)) return value.map((one) => canonical(one))
      if (value === null || typeof value !== 'object') return value
      const names = Object.keys(value).filter((name) => value[name] !== undefined).sort()
      return Object.fromEntries(names.map((name) => [name, canonical(value[name])]))
    }

    function spelled(operation, variables) {
      const all = { ...operation.defaults }
      for (const [name, value] of Object.entries(variables ?? {})) {
        if (value !== undefined && name in operation.types) all[name] = canonical(value, operation.types[name])
      }
      return canonical(all)
    }

    // What was a secret of the client's (a password) is not in the recordings: any text will do.
    function matches(recorded, sent) {
      if (typeof recorded === 'string' && recorded.startsWith('understudy-redacted-')) return typeof sent === 'string'
      if (recorded === null || sent === null || typeof recorded !== 'object' || typeof sent !== 'object') {
        return recorded === sent
      }
      const names = Object.keys(recorded)
      return (
        Array.isArray(recorded) === Array.isArray(sent) &&
        names.length === Object.keys(sent).length &&
        names.every((name) => name in sent && matches(recorded[name], sent[name]))
      )
    }

    // A document without what means nothing: white space, commas and comments.
    function tokens(text) {
      const all = (text ?? '').match(/"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n\r]*|\.\.\.|[A-Za-z_0-9.+-]+|[^\s,\uFEFF]/g) ?? []
      return all.filter((token) => !token.startsWith('#'))
    }
    const plain = (text) => tokens(text).join(' ')
    const withoutTypes = (text) => tokens(text).filter((token) => token !== '__typename').join(' ')

    // Whether a document's operation of a name is a mutation.
    function isMutation(text, name) {
      const all = tokens(text)
      let depth = 0
      for (const [place, token] of all.entries()) {
        const begins = depth === 0 && (place === 0 || all[place - 1] === '}')
        if (begins && token === 'mutation' && (!name || all[place + 1] === name)) return true
        if ('{(['.includes(token)) depth += 1
        if ('})]'.includes(token)) depth -= 1
      }
      return false
    }

    // Whose recordings count: without credentials those of nobody, else those of the credential, else of anybody known.
    function whose(requests, request) {
      const headers = request?.headers
      const credential = headers?.get('authorization') ?? headers?.get('cookie') ?? ''
      if (credential === '') return requests.filter((one) => one.identity === 'anonymous')
      const others = requests.filter((one) => one.identity !== 'anonymous')
      const own = others.filter((one) => credential.includes(one.identity.split(' ').pop()))
      return own.length > 0 ? own : others.length > 0 ? others : requests
    }

    // The mutations that lead to a state, for people.
    function story(endpoint, state) {
      const steps = []
      for (let place = state; !place.startsWith('start'); ) {
        const step = endpoint.operations
          .flatMap((operation) => operation.requests.map((one) => ({ operation, one })))
          .flatMap(({ operation, one }) => Object.entries(one.states).map(([from, { next }]) => ({ operation, one, from, next })))
          .find(({ from, next }) => next === place && from !== place)
        if (step === undefined || steps.length > 99) return `in the state ${state}, to which no recorded mutation leads`
        steps.unshift(`${step.operation.kind} ${step.operation.name ?? '(anonymous)'} ${JSON.stringify(step.one.variables)}`)
        place = step.from
      }
      if (steps.length === 0) return state === 'start' ? 'before any mutation' : `from the start ${state.slice(6)}`
      const shown = steps.slice(-3).join(', ')
      return steps.length > 3 ? `after ${steps.length} mutations, the last ${shown}` : `after ${shown}`
    }

    const record = (endpoint) =>
      `Record it (understudy record --endpoint ${endpoint.name}) and export again (understudy export msw).`

    function missing(endpoint, kind, name, asked, why, how = record(endpoint)) {
      const subject = `${name ?? '(anonymous)'} ${JSON.stringify(asked.variables ?? {})}`
      return failed(endpoint, kind, name, asked, `${kind} ${subject} was not recorded for ${endpoint.name}. ${why} ${how}`)
    }

    // What a mutation without an answer would have changed, nobody knows: from then on no state is known.
    function failed(endpoint, kind, name, { query, variables }, problem) {
      const world = worlds.get(endpoint)
      if (kind === 'mutation' || isMutation(query, name)) {
        world.lost ??= `mutation ${name ?? '(anonymous)'} ${JSON.stringify(variables ?? {})}`
      }
      const message = `Understudy: ${problem}`
      console.error(message)
      return HttpResponse.json({ errors: [{ message, extensions: { code: 'UNDERSTUDY_MISS' } }] })
    }

    // Byte by byte: numbers that JavaScript would spell otherwise stay as they were.
    function response(recorded) {
      const init = { status: recorded.status, headers: recorded.headers }
      if ('text' in recorded) return new HttpResponse(recorded.text === '' ? null : recorded.text, init)
      return new HttpResponse(Uint8Array.from(atob(recorded.base64), (sign) => sign.charCodeAt(0)), init)
    }

    function answer(endpoint, operations, kind, name, asked) {
      const { query, variables, request } = asked
      const world = worlds.get(endpoint)
      const { state } = world
      const candidates = operations.filter((one) => plain(one.text) === plain(query))
      if (candidates.length === 0) {
        const isNear = operations.some((one) => withoutTypes(one.text) === withoutTypes(query))
        const whose = name === null ? 'anonymous operation' : 'operation of this name'
        const why = isNear
          ? `The recorded ${whose} differs in where it selects __typename, so its answer is another one.`
          : `No recorded ${whose} has this text.`
        return missing(endpoint, kind, name, asked, why)
      }
      if (world.lost !== null) {
        const subject = `${kind} ${name ?? '(anonymous)'} ${JSON.stringify(variables ?? {})}`
        const problem = `${subject} has no answer: ${world.lost} was asked before it and could not be answered, so nobody knows what it has changed. Record that mutation (understudy record --endpoint ${endpoint.name}) and export again, or call reset().`
        return failed(endpoint, kind, name, asked, problem)
      }
      const matching = candidates.flatMap((operation) => {
        const sent = spelled(operation, variables)
        const same = operation.requests.filter((one) => matches(one.variables, sent))
        return whose(same, request).map((recorded) => ({ operation, recorded }))
      })
      const different = new Set(matching.map(({ recorded }) => JSON.stringify([recorded.states, recorded.responses])))
      if (different.size > 1) {
        const problem = `${kind} ${name ?? '(anonymous)'} ${JSON.stringify(variables ?? {})} fits ${matching.length} recordings of ${endpoint.name} that differ only in what these handlers cannot tell apart: a hidden value (a password), a number of many digits, the caller, or a header. Use understudy replay, which can, or export what has only one of them.`
        return failed(endpoint, kind, name, asked, problem)
      }
      const elsewhere = new Set()
      for (const { operation, recorded } of matching) {
        if (!(state in recorded.states)) {
          for (const other of Object.keys(recorded.states)) elsewhere.add(other)
          continue
        }
        const { responses, next } = recorded.states[state]
        const key = `${state} ${operation.requests.indexOf(recorded)} ${endpoint.operations.indexOf(operation)}`
        const count = world.given.get(key) ?? 0
        world.given.set(key, count + 1)
        if (next !== undefined) world.state = next
        return response(recorded.responses[responses[Math.min(count, responses.length - 1)]])
      }
      if (elsewhere.size > 0) {
        const places = [...elsewhere].sort((one, other) => other.startsWith('start') - one.startsWith('start')).slice(0, 3).map((other) => story(endpoint, other)).join('; ')
        const why = `It was ${places}${elsewhere.size > 3 ? '; …' : ''}; but not ${story(endpoint, state)}, where this test is, and what it answers there nobody knows.`
        const how = `Record it there (understudy record --endpoint ${endpoint.name}, all in one session) and export again (understudy export msw), or use understudy replay, which works out what a mutation cannot have changed.`
        return missing(endpoint, kind, name, asked, why, how)
      }
      const known = [...new Set(candidates.flatMap((one) => one.requests).map((one) => JSON.stringify(one.variables)))]
      const why = `Recorded are the variables ${known.slice(0, 5).join(', ')}${known.length > 5 ? ', …' : ''}, some of them for certain callers only.`
      return missing(endpoint, kind, name, asked, why)
    }

    function handlersOf(endpoint) {
      const api = endpoint.url === null ? graphql : graphql.link(endpoint.url)
      const named = new Map()
      for (const operation of endpoint.operations.filter((one) => one.name !== null)) {
        const key = `${operation.kind} ${operation.name}`
        named.set(key, [...(named.get(key) ?? []), operation])
      }
      const handlers = [...named.values()].map((operations) => {
        const { kind, name } = operations[0]
        return api[kind](name, (asked) => answer(endpoint, operations, kind, name, asked))
      })
      // What has no name, and what was not recorded at all.
      const anonymous = endpoint.operations.filter((one) => one.name === null)
      handlers.push(
        api.operation((asked) => {
          if (asked.operationName) {
            return missing(endpoint, 'operation', asked.operationName, asked, 'No operation of this name is recorded.')
          }
          return answer(endpoint, anonymous, 'operation', null, asked)
        }),
      )
      return handlers
    }

    export const handlers = endpoints.flatMap(handlersOf)
    """#
}
