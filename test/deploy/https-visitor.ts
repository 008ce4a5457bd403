import { Agent, request } from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { domain, type SiteNginx } from './site-nginx.ts'

export interface HttpsAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A browser at an address of this machine, which opens the site by its domain and keeps its cookies. */
export interface HttpsVisitor {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<HttpsAnswer>
  post(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<HttpsAnswer>
  /** A streaming answer. */
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<IncomingMessage>
  leave(): void
}

/** @param localAddress such as 127.0.0.2: 127.0.0.1 is the trusted proxy. */
export function createHttpsVisitor(nginx: SiteNginx, localAddress: string): HttpsVisitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const cookies = new Map<string, string>()
  const open = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body = '',
  ): Promise<IncomingMessage> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const sent = request({
      agent,
      localAddress,
      method,
      path,
      host: '127.0.0.1',
      port: nginx.port,
      ca: nginx.certificate,
      servername: domain,
      headers: {
        host: domain,
        origin: `https://${domain}`,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    })
    sent.once('response', (answer) => {
      for (const cookie of answer.headers['set-cookie'] ?? []) {
        const pair = cookie.split(';')[0] ?? ''
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      resolve(answer)
    })
    sent.once('error', reject)
    sent.end(body)
    return promise
  }
  return {
    get: (path, headers) => read(open('GET', path, headers)),
    post: (path, body, headers) =>
      read(
        open(
          'POST',
          path,
          { 'content-type': 'application/json', ...headers },
          JSON.stringify(body),
        ),
      ),
    open: (path, headers) => open('GET', path, headers),
    leave: () => agent.destroy(),
  }
}

async function read(opening: Promise<IncomingMessage>): Promise<HttpsAnswer> {
  const answer = await opening
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) }
}
