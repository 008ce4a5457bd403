import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Config } from '#server/config.ts'
import { createConnectionNetworksReader } from './client-address.ts'
import type { HttpEnvironment } from './environment.ts'
import { refuseMalformedRequests } from './malformed-requests.ts'
import { createPlaces } from './places.ts'

/**
 * How long anybody may keep us waiting, and how much of us he may hold meanwhile. Slow phones notice
 * nothing of it; who is slow on purpose is cut off.
 */
const patience = {
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
  const server = createServer(patience, (request, response) => {
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
  const takePlace = createPlaces({ perNetwork: connectionsPerNetwork, total: connectionsInTotal })
  server.on('connection', (socket) => {
    const giveBack = takePlace(readNetworks(socket.remoteAddress))
    if (giveBack) socket.once('close', giveBack)
    else socket.destroy()
  })
}
