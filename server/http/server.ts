import {
  STATUS_CODES,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { RequestError, getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { problemStatus, type ProblemCode } from '#contract/problem.ts'
import type { Config } from '#server/app/config.ts'
import { readConnectionNetworks } from './client-address.ts'
import { createConnectionLimiter } from './connection-limiter.ts'
import type { HttpEnvironment } from './environment.ts'
import { securityHeadersOf } from './middleware/security-headers.ts'
import { problemBody, problemHeaders } from './problem.ts'

/**
 * How long a client may keep the server waiting. Slow phones notice nothing; deliberately slow
 * clients are cut off.
 */
const timeouts = {
  /** A head is one packet, or a few. */
  headersTimeout: 20_000,
  /** A head and its body: the largest, an admin's picture, takes that long at 0.5 Mbit/s. */
  requestTimeout: 120_000,
  /** How often Node checks the two limits above. */
  connectionsCheckingInterval: 5000,
  /**
   * Between requests. Longer than proxies keep theirs (nginx 60 s, Caddy 120 s), or they would send
   * a request into a connection that is just closing.
   */
  keepAliveTimeout: 130_000,
  /** Enough for our cookies and those of other sites on the same host; more is answered 431. */
  maxHeaderSize: 16 * 1024,
}
/**
 * No byte in or out for this long: a client that reads no more of its answer. Event streams send a
 * heartbeat more often, and no answer takes that long to make.
 */
const silenceMilliseconds = 60_000
/**
 * No limit but `maxHeaderSize`: Node would silently drop the last headers, perhaps the body's
 * length or the proxy's `X-Forwarded-For`, and with it every limit that depends on them.
 */
const maxHeaders = 0

/**
 * The system's queue of new connections while the process is busy: with Node's 511, a crowd makes
 * it drop a visitor's connection. The system has its own limit, mostly 4096.
 */
const maxWaiting = 4096

/** All event streams that a process can bear, and some more for requests beside them. */
const connectionsInTotal = 12_000
/**
 * A school opens six for each of its browsers; taking all of our connections needs 24 addresses, or
 * ten /48s.
 */
const connectionsPerNetwork = 500

/** Resolves once the server listens, rejects when the port is unavailable. */
export async function listen(
  app: Hono<HttpEnvironment>,
  config: Pick<Config, 'host' | 'port' | 'trustedProxies' | 'production'>,
): Promise<Server> {
  const malformed = refuseMalformedRequests(config)
  const answer = getRequestListener(app.fetch, {
    hostname: config.host,
    errorHandler: malformed.answer,
    // Node itself reads on what is left of a refused body. The adapter would end the connection after
    // half a second, with the next request that a client has sent on it.
    autoCleanupIncoming: false,
  })
  const server = createServer(timeouts, (request, response) => {
    if (!malformed.refuseTwoHosts(request, response)) void answer(request, response)
  })
  server.timeout = silenceMilliseconds
  server.maxHeadersCount = maxHeaders
  server.on('clientError', malformed.answerOn)
  limitConnections(server, config)
  const listening = Promise.withResolvers<undefined>()
  server.once('listening', () => listening.resolve(undefined))
  server.once('error', listening.reject)
  server.listen({ port: config.port, host: config.host, backlog: maxWaiting })
  await listening.promise
  return server
}

/** Refuses connections of a network that has too many; those of others go on. */
function limitConnections(server: Server, config: Pick<Config, 'trustedProxies'>): void {
  const acquireSlot = createConnectionLimiter({
    perNetwork: connectionsPerNetwork,
    total: connectionsInTotal,
  })
  server.on('connection', (socket) => {
    const releaseSlot = acquireSlot(readConnectionNetworks(config, socket.remoteAddress))
    if (releaseSlot) socket.once('close', releaseSlot)
    else socket.destroy()
  })
}

/**
 * Answers bytes that are not a request, which no route ever sees, like any error: as a problem, with
 * the headers of every answer.
 */
function refuseMalformedRequests(config: Pick<Config, 'production'>) {
  const headers = { ...securityHeadersOf(config), ...problemHeaders, connection: 'close' }
  return {
    /** Replaces the adapter's own empty answer to an impossible host or address. */
    answer: (error: unknown): Response => {
      const code = error instanceof RequestError ? 'malformed_request' : 'internal_error'
      return new Response(JSON.stringify(problemBody(code)), {
        status: problemStatus[code],
        headers,
      })
    },
    /**
     * Answers a request with two Host headers, and returns whether it did. Node uses the first and
     * silently drops the other; a proxy in front may use the last (RFC 9112, 3.2).
     */
    refuseTwoHosts: ({ rawHeaders }: IncomingMessage, response: ServerResponse): boolean => {
      const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name))
      if (hosts.length < 2) return false
      const body = JSON.stringify(problemBody('malformed_request'))
      const all = { ...headers, 'content-length': Buffer.byteLength(body) }
      response.writeHead(problemStatus.malformed_request, all).end(body)
      return true
    },
    /** For `clientError`: Node's parser gave up. */
    answerOn: (error: NodeJS.ErrnoException, socket: Duplex): void => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
      else socket.end(writeAnswer(codeOf(error), headers))
    },
  }
}

/** https://nodejs.org/api/http.html#event-clienterror */
function codeOf({ code }: NodeJS.ErrnoException): ProblemCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'head_too_large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_request'
}

function writeAnswer(code: ProblemCode, headers: Readonly<Record<string, string>>): string {
  const status = problemStatus[code]
  const body = JSON.stringify(problemBody(code))
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

const sweepMilliseconds = 50
/** A turn of the event loop that did no work is far shorter. */
const quietTurnMilliseconds = 0.1
const maxWaitMilliseconds = 1000

/**
 * Accepts no new connection, lets the requests under way finish, and closes each connection after
 * its answer; at the timeout it cuts off the rest.
 */
export async function closeServer(server: Server, timeoutMilliseconds: number): Promise<void> {
  await untilNoNewConnection(server)
  const closed = Promise.withResolvers<undefined>()
  server.close(() => closed.resolve(undefined))
  // An answered connection would be kept open for a next request.
  const sweeping = setInterval(() => server.closeIdleConnections(), sweepMilliseconds)
  const timeout = setTimeout(() => server.closeAllConnections(), timeoutMilliseconds)
  await closed.promise
  clearInterval(sweeping)
  clearTimeout(timeout)
}

/**
 * Waits for a turn of the loop without a new connection. Node accepts one a turn; closing the
 * server would cut off connections that the system has accepted and Node has not, with the orders
 * that they carry.
 */
async function untilNoNewConnection(server: Server): Promise<void> {
  let isQuiet = false
  const markBusy = (): void => {
    isQuiet = false
  }
  server.on('connection', markBusy)
  const start = performance.now()
  let now = start
  while (!isQuiet && now - start < maxWaitMilliseconds) {
    isQuiet = true
    await setImmediate()
    const turnStart = now
    now = performance.now()
    if (now - turnStart > quietTurnMilliseconds) isQuiet = false
  }
  server.off('connection', markBusy)
}
