import { pino } from 'pino'
import { expect } from 'vitest'
import type { GrantTerm } from '#domain/perks.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import type { Database } from '#server/db/database.ts'
import type {
  AdapterFault,
  DeliveryException,
  PerkAdapter,
  DesiredState,
} from '#server/providers/perk-adapter.ts'
import type { Services } from '#server/services/context.ts'
import { changePerks } from '#server/services/perks/ledger.ts'
import {
  reconcile,
  registerAdapter,
  type ReconcilerServices,
} from '#server/services/perks/reconciler.ts'
import { unchangedSite } from './site.ts'

export const begin = Date.parse('2027-01-20T00:00:00Z')
/** The signal of a process that is not stopping. */
export const running = new AbortController().signal
export const perk = 'priority_queue'
export const oneMonth: GrantTerm = { kind: 'months', months: 1 }

const list = (desired: DesiredState) => desired.perks.map(({ steamId }) => steamId)

/** A game server: who may pass, and what goes wrong there. */
export function gameServer() {
  const actual = new Set(['somebody else'])
  const state = {
    actual,
    runs: 0,
    fault: null as AdapterFault | null,
    exceptions: [] as readonly DeliveryException[],
    againAt: null as Date | null,
    /** Called before and after the change. */
    before: (): Promise<void> | void => undefined,
    after: (): Promise<void> | void => undefined,
    lastDesired: null as DesiredState | null,
  }
  const adapter: PerkAdapter = {
    name: 'priority-file',
    target: 'the sandbox',
    isOnFromStart: true,
    serves: (name) => name === perk,
    check: () => Promise.resolve({ outcome: 'ready', notes: [] }),
    read: (desired) => {
      const owned = new Set<string>(desired.owned.map(({ steamId }) => steamId))
      const steamIds = list(desired)
      return Promise.resolve({
        outcome: 'compared',
        adds: steamIds.filter((id) => !actual.has(id)),
        keeps: steamIds.filter((id) => actual.has(id)),
        removes: [],
        unmanaged: [...actual].filter((id) => !owned.has(id)),
      })
    },
    apply: async (desired, journal) => {
      state.runs += 1
      state.lastDesired = desired
      await state.before()
      if (state.fault) return state.fault
      const was = [...actual].join(';')
      const failed = new Set<string>(state.exceptions.map(({ steamId }) => steamId))
      const steamIds = new Set(list(desired).filter((steamId) => !failed.has(steamId)))
      const adds = desired.perks.filter(
        ({ steamId }) => !actual.has(steamId) && !failed.has(steamId),
      )
      const removes = desired.owned.filter(({ steamId }) => !steamIds.has(steamId))
      await journal.begin({ text: was, adds })
      for (const { steamId } of removes) actual.delete(steamId)
      for (const { steamId } of adds) actual.add(steamId)
      await state.after()
      return {
        outcome: 'applied',
        isChanged: was !== [...actual].join(';'),
        proof: { entries: actual.size },
        exceptions: state.exceptions,
        ...(state.againAt && { againAt: state.againAt }),
      }
    },
  }
  return { state, adapter }
}

/** A shop that delivers to it, with a clock that the test moves. */
export function openPerkShop(database: Database, { state, adapter } = gameServer()) {
  let milliseconds = begin
  const services: ReconcilerServices & Pick<Services, 'site'> = {
    site: unchangedSite,
    database,
    clock: () => new Date(milliseconds),
    log: pino({ level: 'silent' }),
    jobs: { sendMessage: () => Promise.resolve() },
    perkAdapters: [adapter],
  }
  const grants = new Map<string, string>()
  return {
    services,
    adapter,
    state,
    wait: (seconds: number) => void (milliseconds += seconds * 1000),
    tick: () => reconcile(services, adapter, running),
    /** Lets time pass second by second, or in longer steps where no second matters. */
    live: async (seconds: number, stepSeconds = 1) => {
      const outcomes: string[] = []
      for (let second = 0; second < seconds; second += stepSeconds) {
        milliseconds += stepSeconds * 1000
        const outcome = await reconcile(services, adapter, running)
        if (outcome !== 'idle') outcomes.push(outcome)
      }
      return outcomes
    },
    grant: async (steamId: string = newSteamId(), term: GrantTerm = oneMonth) => {
      await database.transaction(async (trx) => {
        const entries = [{ kind: 'granted', term, color: null, source: 'staff' } as const]
        await changePerks(services, trx, [{ steamId, perk, entries }], { actor: 'code:1' })
        const { id } = await trx
          .selectFrom('perk_entries')
          .select('id')
          .where('steam_id', '=', steamId)
          .orderBy('seq', 'desc')
          .executeTakeFirstOrThrow()
        grants.set(steamId, id)
      })
      return steamId
    },
    void: (steamId: string) =>
      database.transaction((trx) => {
        const entries = [{ kind: 'voided', grantId: grants.get(steamId) ?? '' } as const]
        return changePerks(services, trx, [{ steamId, perk, entries }], { actor: 'code:1' })
      }),
    delivery: (steamId: string) =>
      database.db
        .selectFrom('perk_deliveries')
        .selectAll()
        .where('steam_id', '=', steamId)
        .where('adapter', '=', adapter.name)
        .executeTakeFirstOrThrow(),
    adapterRow: () => database.db.selectFrom('perk_adapters').selectAll().executeTakeFirstOrThrow(),
    messages: async () => {
      const rows = await database.db.selectFrom('messages').select('kind').execute()
      return rows.map(({ kind }) => kind)
    },
    unfinished: () =>
      database.db
        .selectFrom('perk_deliveries')
        .select(['steam_id', 'state', 'reason_code'])
        .where('state', '<>', 'verified')
        .execute(),
    attempts: async () => {
      const rows = await database.db.selectFrom('perk_attempts').selectAll().orderBy('id').execute()
      return rows.map(({ what, code, answer }) => [what, code ?? answer])
    },
  }
}

/** A process that is killed when its nth transaction begins, or after that has been committed. */
export function dieInTransaction(database: Database, nth: number, when: 'before' | 'after') {
  const dead = Promise.withResolvers<undefined>()
  let count = 0
  const dying: Database = {
    ...database,
    transaction: async (work) => {
      count += 1
      if (count < nth) return database.transaction(work)
      if (count === nth && when === 'after') await database.transaction(work)
      dead.resolve(undefined)
      return new Promise<never>(() => undefined)
    },
  }
  return { database: dying, died: dead.promise }
}

/** A shop whose adapter has made its first run. */
export async function openReadyShop(database: Database, server = gameServer()) {
  const shop = openPerkShop(database, server)
  await registerAdapter(shop.services, shop.adapter)
  expect(await shop.tick()).toBe('applied')
  server.state.runs = 0
  return shop
}
