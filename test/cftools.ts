import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { cftoolsCredentials } from '#sandbox/credentials.ts'
import { startFixture } from '#sandbox/testing/product.ts'
import { createCftools } from '#server/providers/cftools/cftools.ts'
import type { CftoolsIds } from '#server/providers/cftools/players.ts'
import type { ChangeJournal, DesiredState } from '#server/providers/perk-adapter.ts'
import { createJournal, steamIdOf } from './factories/perk-adapters.ts'
import { noInstrumentation } from './no-instrumentation.ts'

/** Players whom CFTools knows. */
export const [alice, bob, carol] = [steamIdOf(1001), steamIdOf(1002), steamIdOf(1003)]
export const crowd = Array.from({ length: 25 }, (_, number) => steamIdOf(1100 + number))
/** Somebody whom it does not know. */
export const stranger = steamIdOf(1009)

export const christmas = '2030-12-25T10:00:00.000Z'
export const newYear = '2031-01-01T10:00:00.000Z'

const perk = 'priority_queue'

/** Who should have priority, until when; by default until Christmas. */
export function target(
  desired: readonly (SteamId64 | readonly [SteamId64, string | null])[],
  owned: Iterable<SteamId64> = [],
): DesiredState {
  const ends = desired.map((one) => (typeof one === 'string' ? ([one, christmas] as const) : one))
  return {
    perks: ends.map(([steamId, endsAt]) => ({
      steamId,
      perk,
      color: null,
      endsAt: endsAt === null ? null : new Date(endsAt),
      note: commentOf(steamId),
      discordId: null,
    })),
    owned: [...owned].map((steamId) => ({ steamId, perk })),
    restore: null,
  }
}

function commentOf(id: SteamId64): string {
  return `order:${id.slice(-3)}`
}

/** An entry of ours, as the game sees it. */
export function row(id: SteamId64, expiresAt: string | null = christmas) {
  return { steamId: id, comment: commentOf(id), expiresAt }
}

/** Keeps in memory what the service keeps in the database. */
export function memory() {
  const kept = new Map<SteamId64, string>()
  const ids: CftoolsIds = {
    find: (steamIds) => Promise.resolve(new Map([...kept].filter(([id]) => steamIds.includes(id)))),
    findSteamIds: (cftoolsIds) =>
      Promise.resolve(
        new Map(
          [...kept].flatMap(([id, cftoolsId]) =>
            cftoolsIds.includes(cftoolsId) ? [[cftoolsId, id] as const] : [],
          ),
        ),
      ),
    keep: (id, cftoolsId) => Promise.resolve(void kept.set(id, cftoolsId)),
  }
  return { ids, kept }
}

const gameView = z.object({ queue: z.array(z.record(z.string(), z.unknown())) })
const loggedCalls = z.array(z.object({ method: z.string(), path: z.string() }))
const unlimited = { register: 100, grants: 100, lookup: 100, player: 100, server: 100, queue: 100 }
type Settings = Parameters<typeof createCftools>[0]

/** CFTools in the sandbox, with the players above. */
export async function startCftools() {
  const { origin, control } = await startFixture()
  await control('cftools/join', { steamIds: [alice, bob, carol, ...crowd] })
  const create = (settings: Partial<Settings> = {}, calls = noInstrumentation) =>
    createCftools(
      {
        ...cftoolsCredentials,
        apiOrigin: origin,
        clock: () => new Date(),
        ids: memory().ids,
        limits: unlimited,
        isOnFromStart: true,
        ...settings,
      },
      calls,
    )
  return {
    origin,
    control,
    create,
    adapter: (...settings: Parameters<typeof create>) => {
      const made = create(...settings)
      const running = new AbortController().signal
      return {
        read: (desired: DesiredState) => made.read(desired, running),
        apply: (
          desired: DesiredState,
          journal: ChangeJournal = createJournal(),
          stopped = running,
        ) => made.apply(desired, journal, stopped),
        check: () => made.check(running),
        list: (stopped = running) => made.list?.(stopped),
      }
    },
    /** What the game sees. */
    queue: async (): Promise<readonly unknown[]> =>
      gameView.parse(await (await fetch(`${origin}/_sandbox/game`)).json()).queue,
    addByStaff: async (id: SteamId64, expiresAt: string | null, more: object = {}) => {
      const entry = { steamId: id, comment: 'a friend', expiresAt, ...more }
      await control('cftools/entries', entry)
    },
    /** How often the product made a call. */
    countCalls: async (method: string, path: string): Promise<number> => {
      const answer = await fetch(`${origin}/_sandbox/log?provider=cftools`)
      const calls = loggedCalls.parse(await answer.json())
      return calls.filter((call) => call.method === method && call.path.endsWith(path)).length
    },
  }
}

/** Stops the clock, also that of the sandbox. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
}
