import { BlockList, isIPv4 } from 'node:net'
import { z } from 'zod'
import { parseTimeOfDay } from '#domain/server-status.ts'
import type { Reading } from '#server/providers/game-server/game-server.ts'
import { shownName } from '#server/providers/game-server/shown-name.ts'

const answer = z.object({
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
  const parsed = answer.safeParse(state)
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
