import type { ServerStatus } from '#contract/server-status.ts'

/** The game server's status in our server's form. */
export function serverStatusAnswer(given: Partial<ServerStatus>): ServerStatus {
  return {
    name: 'Deer Isle',
    address: '203.0.113.7:2302',
    map: 'Deer Isle',
    players: 0,
    maxPlayers: 10,
    status: 'online',
    observedAt: '2026-11-21T12:00:00.000Z',
    stale: false,
    gameTime: null,
    isDaylight: null,
    nextRestartAt: null,
    ...given,
  }
}
