import { z } from 'zod'

/** A browser without pages: it keeps its cookies and sends the headers that ours sends. */
export interface Visitor {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  put(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  patch(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  delete(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  deleteWith: Visitor['post']
  readonly cookies: Map<string, string>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

const jsonObject = z.record(z.string(), z.unknown())
const answerBody = z.union([
  jsonObject,
  z.array(z.unknown()).transform((list): Record<string, unknown> => ({ list })),
])

/**
 * `pageOrigin` is the origin of its pages, when a proxy is supposed to be in front of the server;
 * `cookies` come from an earlier browser.
 */
export function createVisitor(
  origin: string,
  pageOrigin = origin,
  cookies = new Map<string, string>(),
): Visitor {
  async function send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (!headers.has('origin')) headers.set('origin', pageOrigin)
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers })
    for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie)
    const text = await response.text()
    const isJson = text !== '' && (response.headers.get('content-type')?.includes('json') ?? false)
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? answerBody.parse(JSON.parse(text)) : { text },
    }
  }

  const sendJson =
    (method: string): Visitor['post'] =>
    (path, body, headers = {}) =>
      send(path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })

  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post: sendJson('POST'),
    put: sendJson('PUT'),
    patch: sendJson('PATCH'),
    delete: (path, headers = {}) => send(path, { method: 'DELETE', headers }),
    deleteWith: sendJson('DELETE'),
  }
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split(';')
  const separator = pair.indexOf('=')
  const name = pair.slice(0, separator)
  if (attributes.some((attribute) => /max-age=0\b/i.test(attribute))) cookies.delete(name)
  else cookies.set(name, pair.slice(separator + 1))
}
