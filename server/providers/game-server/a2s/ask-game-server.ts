import type { A2sConfig } from '#server/config.ts'
import type { Reading } from '#server/providers/game-server/game-server.ts'
import { readState } from './read-state.ts'

const packetTimeoutMilliseconds = 2000
const timeoutMilliseconds = 5000

/**
 * Asks the game server itself by Steam's A2S_INFO over UDP. The library is loaded only here, because
 * most have no use for it. https://developer.valvesoftware.com/wiki/Server_queries
 */
export async function askGameServer(
  { host, port }: A2sConfig,
  stopped: AbortSignal,
): Promise<Reading> {
  try {
    return readState(await orStopped(query(host, port), stopped), host)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    return { outcome: 'failed', detail: `The game server at ${host}:${port}: ${reason}` }
  }
}

async function query(host: string, port: number): Promise<unknown> {
  const { GameDig } = await import('gamedig')
  return GameDig.query({
    type: 'dayz',
    host,
    port,
    givenPortOnly: true,
    // The library's socket speaks no other.
    ipFamily: 4,
    maxRetries: 1,
    socketTimeout: packetTimeoutMilliseconds,
    attemptTimeout: timeoutMilliseconds,
    requestPlayers: false,
    requestRules: false,
  })
}

function orStopped<Value>(value: Promise<Value>, stopped: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(new Error('stopped'))
  stopped.addEventListener('abort', stop)
  if (stopped.aborted) stop()
  return Promise.race([value, promise]).finally(() => stopped.removeEventListener('abort', stop))
}
