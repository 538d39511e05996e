// What the exported module needs of `msw`, and no more: handlers as they were made, and a response.
// Made for these tests; the real package is not needed to know what the module asks of it.
const api = (url) => ({
  query: (name, resolver) => ({ url, kind: 'query', name, resolver }),
  mutation: (name, resolver) => ({ url, kind: 'mutation', name, resolver }),
  operation: (resolver) => ({ url, kind: 'operation', name: null, resolver }),
  link: (other) => api(other),
})

export const graphql = api(null)

export class HttpResponse extends Response {
  static json(body, init) {
    return new HttpResponse(JSON.stringify(body), init)
  }
}
