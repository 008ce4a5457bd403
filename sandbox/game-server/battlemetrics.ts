import { Hono } from 'hono'
import { battleMetricsCredentials } from '#sandbox/credentials.ts'
import type { SandboxEnv, FakeProvider } from '#sandbox/fake-provider.ts'
import { type GameServer, gameServerOverview, serverFacts, type ServerState } from './state.ts'

/** BattleMetrics' answers about one server, as they are since it requires a subscription. */
export function createBattleMetrics(gameServer: GameServer): FakeProvider {
  const routes = new Hono<SandboxEnv>().get('/servers/:id', (c) => {
    const authorization = c.req.header('authorization')
    if (authorization === undefined) {
      return refusal('403', 'Access denied. A subscription is required to use the API.')
    }
    if (authorization !== `Bearer ${battleMetricsCredentials.token}`) {
      return refusal(401, 'The authentication token provided is invalid or expired')
    }
    if (c.req.param('id') !== battleMetricsCredentials.serverId) {
      return refusal('404', 'Resource not found')
    }
    return c.json(describeServer(gameServer.state(), new Date()))
  })
  return {
    provider: 'battlemetrics',
    apiPaths: ['/servers/'],
    routes,
    refuse: (status) =>
      status === 429
        ? refusal('429', 'Too many requests')
        : refusal('500', 'An unexpected error occurred'),
    overview: () => gameServerOverview(gameServer.state()),
    reset: () => gameServer.reset(),
  }
}

const titles = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
} as const

/** The status in the body is a number for a bad token and text otherwise, as observed. */
function refusal(status: 401 | '403' | '404' | '429' | '500', detail: string): Response {
  const title = titles[status]
  return Response.json({ errors: [{ status, title, detail }] }, { status: Number(status) })
}

function describeServer(state: ServerState, now: Date): object {
  const { serverId } = battleMetricsCredentials
  const isOnline = state.status === 'online'
  return {
    data: {
      type: 'server',
      id: serverId,
      attributes: {
        id: serverId,
        name: state.name,
        address: null,
        ip: serverFacts.ip,
        port: serverFacts.gamePort,
        players: isOnline ? state.players : 0,
        maxPlayers: state.maxPlayers,
        rank: isOnline ? 1234 : null,
        location: [2.35, 48.86],
        status: state.status,
        details: {
          version: serverFacts.version,
          password: false,
          official: false,
          time: state.gameTime,
          thirdPerson: true,
          modded: true,
          modIds: [1_559_212_036, 2_545_327_648],
          modNames: ['CF', 'Dabs Framework'],
          serverSteamId: serverFacts.steamId,
        },
        private: false,
        createdAt: '2025-01-01T00:00:00.000Z',
        updatedAt: now.toISOString(),
        portQuery: serverFacts.queryPort,
        country: 'FR',
        queryStatus: isOnline ? 'valid' : 'timeout',
      },
      relationships: { game: { data: { type: 'game', id: 'dayz' } } },
    },
    included: [],
  }
}
