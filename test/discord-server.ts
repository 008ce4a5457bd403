import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import { players } from '#sandbox/discord/players.ts'
import { startFixture } from '#sandbox/testing/product.ts'
import { createBot } from '#server/providers/discord/bot.ts'
import { createDiscordRoles, type GivenRoles } from '#server/providers/discord/roles.ts'
import type { ChangeJournal, DesiredState } from '#server/providers/perk-adapter.ts'
import { createJournal, steamIdOf } from './factories/perk-adapters.ts'
import { noInstrumentation } from './no-instrumentation.ts'

export const { roleId, guildId } = discordCredentials
export const [hunter = '', lesnik = '', mallory = ''] = players.map(({ id }) => id)
export const moderator = '100000000000000013'
export const booster = '100000000000000014'
export const founder = '100000000000000015'

/** Role ids by account, or in `target` perks. */
type Roles = Readonly<Record<string, readonly string[]>>

/** Perks of these accounts. */
export function target(desired: Roles): DesiredState {
  const perks = Object.entries(desired).flatMap(([discordId, list], index) =>
    list.map((perk) => ({
      steamId: steamIdOf(index + 1),
      perk,
      color: null,
      endsAt: null,
      note: 'order:1',
      discordId,
    })),
  )
  return { perks, owned: [], restore: null }
}

/** Keeps in memory what the service keeps in the database. */
export function memory(owned: Roles = {}) {
  const kept = new Map<string, MemberRole>()
  for (const [discordId, list] of Object.entries(owned)) {
    for (const id of list) kept.set(keyOf({ discordId, roleId: id }), { discordId, roleId: id })
  }
  const given: GivenRoles = {
    find: () => Promise.resolve([...kept.values()]),
    add: (list) => Promise.resolve(list.forEach((one) => kept.set(keyOf(one), one))),
    remove: (list) => Promise.resolve(list.forEach((one) => kept.delete(keyOf(one)))),
  }
  return { given, has: (discordId: string) => kept.has(keyOf({ discordId, roleId })) }
}

interface MemberRole {
  readonly discordId: string
  readonly roleId: string
}

function keyOf(one: MemberRole): string {
  return `${one.discordId}:${one.roleId}`
}

const gameView = z.object({
  roles: z.array(z.object({ discordId: z.string(), roles: z.array(z.string()) })),
})
const loggedCalls = z.array(z.object({ path: z.string() }))
type Settings = Parameters<typeof createDiscordRoles>[0]

/** The sandbox's Discord server, with a bot for each adapter. */
export async function startDiscordServer() {
  const { origin, control } = await startFixture()
  return {
    control,
    /** By default a perk is called as the role that it brings. */
    adapter: (
      {
        owned,
        botToken,
        ...settings
      }: Partial<Settings> & { owned?: Roles; botToken?: string } = {},
      calls = noInstrumentation,
    ) => {
      const token = botToken ?? discordCredentials.botToken
      const roleIds = [roleId, moderator, booster, guildId, founder, '99999']
      const made = createDiscordRoles({
        bot: createBot({ origin, botToken: token }, calls),
        guildId,
        readRoles: () => roleIds.map((id) => ({ roleId: id, perk: id })),
        given: memory(owned).given,
        isOnFromStart: true,
        ...settings,
      })
      const running = new AbortController().signal
      return {
        serves: made.serves,
        isExtra: made.isExtra,
        read: (desired: DesiredState) => made.read(desired, running),
        apply: (
          desired: DesiredState,
          journal: ChangeJournal = createJournal(),
          stopped = running,
        ) => made.apply(desired, journal, stopped),
        check: () => made.check(running),
      }
    },
    /** Who has which roles. */
    roles: async (): Promise<Roles> => {
      const answer = await fetch(`${origin}/_sandbox/game`)
      const { roles } = gameView.parse(await answer.json())
      return Object.fromEntries(roles.map((row) => [row.discordId, row.roles]))
    },
    fail: (kind: string, more: object = {}) =>
      control('faults', { provider: 'discord', kind, ...more }),
    countCalls: async (path: RegExp): Promise<number> => {
      const answer = await fetch(`${origin}/_sandbox/log?provider=discord`)
      return loggedCalls.parse(await answer.json()).filter((call) => path.test(call.path)).length
    },
  }
}
