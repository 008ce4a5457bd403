import { BlockList, isIPv4 } from 'node:net'
import { z } from 'zod'
import { parseTimeOfDay } from '#domain/server-status.ts'
import type { A2sConfig } from '#server/app/config.ts'
import { shownName, type Reading } from '#server/providers/game-server.ts'

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

const stateAnswer = z.object({
  name: z.string(),
  numplayers: z.int().min(0),
  /** Of an answer that breaks off the library reads the rest as zeros. */
  maxplayers: z.int().min(1),
  /** Host and game port; the port that we asked when the server did not tell its game port. */
  connect: z.string(),
  queryPort: z.int(),
  raw: z.object({ time: z.string().optional().catch(undefined) }),
})

/** Reads what the library made of A2S_INFO. DayZ puts the time of day among its tags. */
export function readState(state: unknown, host: string): Reading {
  const parsed = stateAnswer.safeParse(state)
  if (!parsed.success) {
    return { outcome: 'failed', detail: 'The game server sent nothing that we know' }
  }
  const { name, numplayers, maxplayers, connect, queryPort, raw } = parsed.data
  const toldGamePort = connect !== `${host}:${queryPort}`
  return {
    outcome: 'told',
    server: {
      name: shownName(name),
      address: toldGamePort && isForOthers(host) ? connect : null,
      players: numplayers,
      maxPlayers: maxplayers,
      status: 'online',
      gameTime: parseTimeOfDay(raw.time ?? ''),
    },
  }
}

const ownNetworks = new BlockList()
ownNetworks.addSubnet('127.0.0.0', 8)
ownNetworks.addSubnet('10.0.0.0', 8)
ownNetworks.addSubnet('172.16.0.0', 12)
ownNetworks.addSubnet('192.168.0.0', 16)
ownNetworks.addSubnet('169.254.0.0', 16)

/** We may ask by an address that no player can use. */
function isForOthers(host: string): boolean {
  return isIPv4(host) ? !ownNetworks.check(host) : host.includes('.')
}
