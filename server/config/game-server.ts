import type { A2sConfig, GameServerConfig } from '#server/config.ts'
import { battlemetricsApi, needsSandbox, sandboxDefaults, type Settings } from './settings.ts'

/** Reads who is asked; null for nobody. With a sandbox about, it plays what is not set. */
export function gameServerConfig(
  values: Settings,
  sandboxOrigin: string | null,
): GameServerConfig | null {
  if (sourceOf(values) === 'a2s') return a2sConfig(values, sandboxOrigin)
  const { BATTLEMETRICS_SERVER_ID: serverId, BATTLEMETRICS_TOKEN: token } = values
  if (serverId && token) {
    const apiOrigin = values.BATTLEMETRICS_BASE_URL ?? battlemetricsApi
    return { source: 'battlemetrics', serverId, token, apiOrigin }
  }
  if (sandboxOrigin === null) return null
  return {
    source: 'battlemetrics',
    serverId: sandboxDefaults.battlemetricsServerId,
    token: sandboxDefaults.battlemetricsToken,
    apiOrigin: sandboxOrigin,
  }
}

/** The sandbox answers at its own port, by UDP. */
function a2sConfig(
  { GAME_SERVER_ADDRESS: address }: Settings,
  sandboxOrigin: string | null,
): A2sConfig | null {
  if (address) return { source: 'a2s', ...address }
  if (sandboxOrigin === null) return null
  const { hostname, port } = new URL(sandboxOrigin)
  return { source: 'a2s', host: hostname, port: Number(port) }
}

/** A sentence for what the chosen source lacks, or when nobody can tell which is chosen. */
export function findGameServerFaults(values: Settings): string[] {
  const { GAME_SERVER_SOURCE: source, GAME_SERVER_ADDRESS: address } = values
  const hasKeys = values.BATTLEMETRICS_SERVER_ID !== undefined
  if (source === undefined) {
    return hasKeys && address
      ? [
          'GAME_SERVER_SOURCE must say who is asked: BATTLEMETRICS_SERVER_ID and GAME_SERVER_ADDRESS are both set.',
        ]
      : []
  }
  const needed = { battlemetrics: 'BATTLEMETRICS_SERVER_ID', a2s: 'GAME_SERVER_ADDRESS' } as const
  const setting = needed[source]
  return values[setting] === undefined && !needsSandbox(values)
    ? [`${setting} must be set too: GAME_SERVER_SOURCE is ${source}.`]
    : []
}

/** Who gave only the address of a game server, or only keys of BattleMetrics, has said enough. */
function sourceOf({ GAME_SERVER_SOURCE, GAME_SERVER_ADDRESS }: Settings): 'battlemetrics' | 'a2s' {
  return GAME_SERVER_SOURCE ?? (GAME_SERVER_ADDRESS === undefined ? 'battlemetrics' : 'a2s')
}
