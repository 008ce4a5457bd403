import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { z } from 'zod'
import { gameMachineCredentials } from '#sandbox/credentials.ts'
import type { FakeProvider, SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { machineFaults } from '#sandbox/faults.ts'
import { readControl } from '#sandbox/read-control.ts'
import { FaultyFolder } from './faulty-folder.ts'
import { createLbCoreClient } from './lb-core-client.ts'
import { createLbCoreMod, type LbConfigs } from './lb-core-mod.ts'
import { gameOverview } from './overview.ts'
import { createSftpServer } from './sftp-server.ts'

/** Body of `POST /_sandbox/game`; missing fields stay unchanged. */
const gameChange = z.strictObject({
  /** Whether LB Core asks the product. */
  asks: z.boolean().optional(),
  restrictedAccess: z.boolean().optional(),
})

/** What the game server has from the product, and from others. */
export interface GameView {
  readonly priorityFile: string
  readonly queue: readonly QueueEntry[]
  readonly prefixGroups: LbConfigs['chat']['prefixGroups']
  readonly clanTagPlayers: LbConfigs['clan']['authorizedPlayers']
  readonly roles: readonly MemberRoles[]
}

export interface QueueEntry {
  readonly steamId: string
  readonly comment: string
  readonly expiresAt: string | null
}

export interface MemberRoles {
  readonly discordId: string
  readonly roles: readonly string[]
}

interface GameOptions {
  /** Whether LB Core asks the product from the start. */
  readonly asksProduct: boolean
  /** What CFTools lets into the game first. */
  readonly readQueue: () => readonly QueueEntry[]
  /** The members of the Discord server. */
  readonly readRoles: () => readonly MemberRoles[]
}

const machine = 'priority-file'

/** The ids of people whom the owner put there by hand. */
const ownersFile = `// staff and friends
76561198000000911;76561198000000912; // since 2024
76561198000000913 // made the map
`

/** The machine of the game server by SFTP, and the game with LB Core. */
export function createGame(
  context: SandboxContext,
  { asksProduct, readQueue, readRoles }: GameOptions,
) {
  const { faults, log } = context
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kryptonique-sandbox-game-'))
  const file = path.join(folder, 'priority.txt')
  const files = new FaultyFolder(folder, gameMachineCredentials, {
    isDue: (fault) => machineFaults.some((kind) => kind === fault && faults.isDue(machine, kind)),
    take: (fault) => {
      if (!machineFaults.some((kind) => kind === fault && faults.take(machine, kind))) return false
      log.add(machine, { kind: 'request', method: 'SFTP', path: '/priority.txt', status: 0, fault })
      return true
    },
  })
  const mod = createLbCoreMod()
  const client = createLbCoreClient(context, mod)

  const restoreFile = (): void => {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true })
    writeFileSync(file, ownersFile)
  }
  restoreFile()
  client.turn(asksProduct)

  const view = (): GameView => ({
    priorityFile: existsSync(file) ? readFileSync(file, 'latin1') : '',
    queue: readQueue(),
    prefixGroups: mod.configs.chat.prefixGroups,
    clanTagPlayers: mod.configs.clan.authorizedPlayers,
    roles: readRoles(),
  })

  const controls = new Hono<SandboxEnv>()
    .get('/_sandbox/game', (c) => c.json(view()))
    .post('/_sandbox/game', async (c) => {
      const reading = readControl(gameChange, await c.req.text())
      if (!reading.ok) return reading.answer
      const { asks, restrictedAccess } = reading.value
      if (asks !== undefined) client.turn(asks)
      if (restrictedAccess !== undefined) mod.restrictedAccess = restrictedAccess
      return c.json(view())
    })

  const fake: FakeProvider = {
    provider: machine,
    // Neither is a server of HTTP.
    apiPaths: [],
    routes: new Hono(),
    refuse: (status) => new Response(null, { status }),
    overview: () => gameOverview(context, view(), client.isAsking()),
    reset: () => {
      restoreFile()
      mod.reset()
      client.turn(false)
      client.turn(asksProduct)
    },
  }
  return {
    fake,
    controls,
    serveSsh: createSftpServer(files),
    close: async () => {
      client.turn(false)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
