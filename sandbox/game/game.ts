import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { gameMachineCredentials } from '#sandbox/credentials.ts'
import type { FakeProvider, Markup, SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { machineFaults } from '#sandbox/faults.ts'
import { actionButton } from '#sandbox/page.ts'
import { readControl } from '#sandbox/read-control.ts'
import { FaultyFolder } from './faulty-folder.ts'
import { createLbCoreClient, createLbCoreMod, type LbConfigs } from './lb-core.ts'
import { createSftpServer } from './sftp-server.ts'

/** Body of `POST /_sandbox/game`; missing fields stay unchanged. */
const gameChange = z.strictObject({
  /** Whether LB Core asks the product. */
  asks: z.boolean().optional(),
  restrictedAccess: z.boolean().optional(),
})

/** What the game server has from the product, and from others. */
interface GameView {
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

/** So many that it lasts until the owner mends it. */
const lasting = 1_000_000

/** What the game sees, and what can go wrong with it. */
function gameOverview(
  { origin }: SandboxContext,
  { priorityFile, queue, prefixGroups, clanTagPlayers, roles }: GameView,
  isAsking: boolean,
): Markup {
  const { user, password } = gameMachineCredentials
  return html`<section>
    <h2>What the game sees</h2>
    <p class="hint">
      Its machine: SFTP at <code>${new URL(origin).host}</code>, user <code>${user}</code>, password
      <code>${password}</code>. LB Core ${isAsking ? 'asks' : 'does not ask'} the product what to
      do.
    </p>
    <article>
      <h3>priority.txt</h3>
      <p class="hint">
        Who goes first in the queue: three ids of the owner’s own, then those that the product
        delivers.
      </p>
      <pre>${priorityFile}</pre>
      ${entries('Colours of names', prefixGroups, ({ prefix, members, ...group }) => {
        const color = `rgb(${group.colorR} ${group.colorG} ${group.colorB})`
        return html`<svg width="14" height="14" role="img" aria-label="${color}">
            <rect width="14" height="14" rx="3" fill="${color}" />
          </svg>
          <code>${prefix}</code> ${members.join(', ')}`
      })}
      ${entries('May colour the tag of their clan', clanTagPlayers, ({ steamid, comment }) => {
        return html`${steamid} <small>${comment}</small>`
      })}
      ${entries('First in the queue by CFTools', queue, ({ steamId, comment, expiresAt }) => {
        return html`${steamId} <small>${comment}, ${expiresAt ?? 'permanent'}</small>`
      })}
      ${entries('Roles in Discord', roles, ({ discordId, roles: ids }) => {
        return html`${discordId} <small>${ids.join(', ')}</small>`
      })}
      <h3>What can go wrong there, until you fix it</h3>
      <p class="actions">
        ${machineFaults.map((kind) =>
          actionButton(kind.replaceAll('-', ' '), 'faults', {
            provider: 'priority-file',
            kind,
            times: lasting,
          }),
        )}
        ${actionButton('Fix everything', 'faults/clear', {})}
        ${
          isAsking
            ? actionButton('LB Core falls silent', 'game', { asks: false })
            : actionButton('LB Core asks', 'game', { asks: true })
        }
      </p>
    </article>
  </section>`
}

function entries<Entry>(
  title: string,
  list: readonly Entry[],
  describe: (entry: Entry) => Markup,
): Markup {
  if (list.length === 0) return html``
  return html`<h3>${title}</h3>
    <ul class="log">
      ${list.map((entry) => html`<li>${describe(entry)}</li>`)}
    </ul>`
}
