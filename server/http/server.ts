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
import { createConnectionNetworksReader } from './client-address.ts'
import { createConnectionLimiter } from './connection-limiter.ts'
import type { HttpEnvironment } from './environment.ts'
import { securityHeadersOf } from './middleware/security-headers.ts'
import { problemBody, problemHeaders } from './problem.ts'

/**
 * How long anybody may keep us waiting, and how much of us he may hold meanwhile. Slow phones notice
 * nothing of it; who is slow on purpose is cut off.
 */
const timeouts = {
  /** A head is one packet, or a few. */
  headersTimeout: 20_000,
  /** A head and its body: the largest, a picture of an admin, takes that long at 0.5 Mbit/s. */
  requestTimeout: 120_000,
  /** How often the two above are looked at. */
  connectionsCheckingInterval: 5000,
  /**
   * Without a request. Longer than proxies keep theirs (nginx 60 s, Caddy 120 s), or they would send
   * a request into a connection that we are just closing.
   */
  keepAliveTimeout: 130_000,
  /** Ours and other sites' cookies on the same host fit well; more is answered 431. */
  maxHeaderSize: 16 * 1024,
}
/**
 * Neither a byte in nor one out: who takes no more of an answer. Event streams give a sign of life
 * more often, and no answer takes us that long.
 */
const silenceMilliseconds = 60_000
/**
 * All of them, as many as fit in `maxHeaderSize`: Node would drop the last ones in silence, which may
 * be the length of the body or a proxy's word on who comes, and with them every limit on these.
 */
const mostHeaders = 0

/**
 * New connections that the system holds for us while we are busy: with Node's 511, a crowd of others
 * makes it drop a visitor's. The system has its own limit, 4096 mostly.
 */
const mostWaiting = 4096

/** The event streams that a process bears, and as many more as come and go beside them. */
const connectionsInTotal = 12_000
/** A school opens six for each of its browsers; who wants all of ours needs 24 addresses, or ten /48s. */
const connectionsPerNetwork = 500

/** Listens; resolves once it does, rejects when the port cannot be had. */
export async function listen(
  app: Hono<HttpEnvironment>,
  config: Pick<Config, 'host' | 'port' | 'trustedProxies' | 'production'>,
): Promise<Server> {
  const malformed = refuseMalformedRequests(config)
  const answer = getRequestListener(app.fetch, {
    hostname: config.host,
    errorHandler: malformed.answer,
  })
  const server = createServer(timeouts, (request, response) => {
    if (!malformed.refuseTwoHosts(request, response)) void answer(request, response)
  })
  server.timeout = silenceMilliseconds
  server.maxHeadersCount = mostHeaders
  server.on('clientError', malformed.answerOn)
  limitConnections(server, config)
  const listening = Promise.withResolvers<undefined>()
  server.once('listening', () => listening.resolve(undefined))
  server.once('error', listening.reject)
  server.listen({ port: config.port, host: config.host, backlog: mostWaiting })
  await listening.promise
  return server
}

/** Those of one network in vain, once they are too many; the others' go on. */
function limitConnections(server: Server, config: Pick<Config, 'trustedProxies'>): void {
  const readNetworks = createConnectionNetworksReader(config)
  const acquireSlot = createConnectionLimiter({
    perNetwork: connectionsPerNetwork,
    total: connectionsInTotal,
  })
  server.on('connection', (socket) => {
    const releaseSlot = acquireSlot(readNetworks(socket.remoteAddress))
    if (releaseSlot) socket.once('close', releaseSlot)
    else socket.destroy()
  })
}

/** What becomes of bytes that are no request, so that no route ever sees them. */
export interface MalformedRequests {
  /** Instead of the adapter's own empty answer: to a host or an address that cannot be one. */
  readonly answer: (error: unknown) => Response
  /**
   * Answers a request with two hosts, and says whether it did. Node takes the first and drops the other
   * in silence; a proxy before us may go by the last (RFC 9112, 3.2).
   */
  readonly refuseTwoHosts: (request: IncomingMessage, response: ServerResponse) => boolean
  /** For `clientError`: Node's parser gave up. */
  readonly answerOn: (error: NodeJS.ErrnoException, socket: Duplex) => void
}

/** Refuses them like all others: as a problem, with the headers that every answer has. */
function refuseMalformedRequests(config: Pick<Config, 'production'>): MalformedRequests {
  const headers = { ...securityHeadersOf(config), ...problemHeaders, connection: 'close' }
  return {
    answer: (error) => {
      const code = error instanceof RequestError ? 'malformed_request' : 'internal_error'
      return new Response(JSON.stringify(problemBody(code)), {
        status: problemStatus[code],
        headers,
      })
    },
    refuseTwoHosts: ({ rawHeaders }, response) => {
      const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name))
      if (hosts.length < 2) return false
      const body = JSON.stringify(problemBody('malformed_request'))
      const all = { ...headers, 'content-length': Buffer.byteLength(body) }
      response.writeHead(problemStatus.malformed_request, all).end(body)
      return true
    },
    answerOn: (error, socket) => {
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

const lookEveryMilliseconds = 50
/** A turn of the loop that did no work is far shorter. */
const quietTurnMilliseconds = 0.1
const longestWaitMilliseconds = 1000

/**
 * Takes no new connection, lets the requests under way be answered, and closes each connection after
 * that; whoever is not done in time is cut off.
 */
export async function closeServer(server: Server, timeoutMilliseconds: number): Promise<void> {
  await untilNobodyIsAtTheDoor(server)
  const closed = Promise.withResolvers<undefined>()
  server.close(() => closed.resolve(undefined))
  // A connection whose answer is out would be kept for a next request.
  const sweeping = setInterval(() => server.closeIdleConnections(), lookEveryMilliseconds)
  const timeout = setTimeout(() => server.closeAllConnections(), timeoutMilliseconds)
  await closed.promise
  clearInterval(sweeping)
  clearTimeout(timeout)
}

/**
 * Waits for a turn of the loop in which nobody came. Node takes one connection a turn; those that the
 * system has taken and Node has not are cut off by closing, with the orders that they carry.
 */
async function untilNobodyIsAtTheDoor(server: Server): Promise<void> {
  let isQuiet = false
  const hear = (): void => {
    isQuiet = false
  }
  server.on('connection', hear)
  const start = performance.now()
  let now = start
  while (!isQuiet && now - start < longestWaitMilliseconds) {
    isQuiet = true
    await setImmediate()
    const turnStart = now
    now = performance.now()
    if (now - turnStart > quietTurnMilliseconds) isQuiet = false
  }
  server.off('connection', hear)
}
