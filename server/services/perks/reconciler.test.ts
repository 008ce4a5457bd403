import { pino } from 'pino'
import { expect, it } from 'vitest'
import { describeOnDatabase, describeOnEachDatabase, describeOnPostgres } from '#test/database.ts'
import { insertUser, newSteamId } from '#test/factories/ledger.ts'
import type { GrantTerm } from '#domain/perks.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import {
  adapterFault,
  type AdapterFault,
  type DeliveryException,
  type PerkAdapter,
  type Wanted,
} from '#server/providers/perk-adapter.ts'
import { changePerks } from './ledger.ts'
import {
  reconcile,
  registerAdapter,
  startReconciler,
  type ReconcilerServices,
} from './reconciler.ts'

const begin = Date.parse('2027-01-20T00:00:00Z')
const running = new AbortController().signal
const perk = 'priority_queue'
const oneMonth: GrantTerm = { kind: 'months', months: 1 }
const month = 31 * 24 * 60 * 60

/** A game server: who may pass, and what goes wrong there. */
function gameServer() {
  const outside = new Set(['a foreigner'])
  const state = {
    outside,
    runs: 0,
    fault: null as AdapterFault | null,
    exceptions: [] as readonly DeliveryException[],
    /** Called before and after the change. */
    before: (): Promise<void> | void => undefined,
    after: (): Promise<void> | void => undefined,
    lastWanted: null as Wanted | null,
  }
  const list = (wanted: Wanted) => wanted.perks.map(({ steamId }) => steamId)
  const adapter: PerkAdapter = {
    name: 'priority-file',
    target: 'the sandbox',
    isOnFromStart: true,
    serves: (name) => name === perk,
    check: () => Promise.resolve({ outcome: 'ready', notes: [] }),
    read: (wanted) => {
      const ours = new Set<string>(wanted.managed.map(({ steamId }) => steamId))
      const steamIds = list(wanted)
      return Promise.resolve({
        outcome: 'compared',
        adds: steamIds.filter((id) => !outside.has(id)),
        keeps: steamIds.filter((id) => outside.has(id)),
        removes: [],
        foreign: [...outside].filter((id) => !ours.has(id)),
      })
    },
    apply: async (wanted) => {
      state.runs += 1
      state.lastWanted = wanted
      await state.before()
      if (state.fault) return state.fault
      const was = [...outside].join(';')
      const failed = new Set<string>(state.exceptions.map(({ steamId }) => steamId))
      for (const { steamId } of wanted.managed) outside.delete(steamId)
      for (const steamId of list(wanted)) if (!failed.has(steamId)) outside.add(steamId)
      await state.after()
      return {
        outcome: 'applied',
        isChanged: was !== [...outside].join(';'),
        proof: { entries: outside.size },
        exceptions: state.exceptions,
        previousText: was,
      }
    },
  }
  return { state, adapter }
}

function scene(database: Database, { state, adapter } = gameServer()) {
  let milliseconds = begin
  const services: ReconcilerServices = {
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
    /** Lets time pass second by second. */
    live: async (seconds: number) => {
      const outcomes: string[] = []
      for (let second = 0; second < seconds; second += 1) {
        milliseconds += 1000
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
    attempts: async () => {
      const rows = await database.db.selectFrom('perk_attempts').selectAll().orderBy('id').execute()
      return rows.map(({ what, code, answer }) => [what, code ?? answer])
    },
  }
}

/** A shop whose adapter has made its first run. */
async function openScene(database: Database, server = gameServer()) {
  const shop = scene(database, server)
  await registerAdapter(shop.services, shop.adapter)
  expect(await shop.tick()).toBe('applied')
  server.state.runs = 0
  return shop
}

describeOnEachDatabase('a delivery', (openTestDatabase) => {
  it('is outside after some seconds, with its steps, and gone after its end', async () => {
    const shop = await openScene(await openTestDatabase())
    const steamId = await shop.grant()
    expect(await shop.live(4)).toEqual([])
    expect(await shop.live(1)).toEqual(['applied'])
    expect(shop.state.outside).toEqual(new Set(['a foreigner', steamId]))
    const delivered = await shop.delivery(steamId)
    const at = (second: number) => new Date(begin + second * 1000).toISOString()
    expect(delivered).toMatchObject({
      state: 'verified',
      is_ours: true,
      next_at: new Date('2027-02-20T00:00:00Z'),
      steps: [
        { state: 'queued', at: at(0) },
        { state: 'sending', at: at(5) },
        { state: 'applied', at: at(5) },
        { state: 'verified', at: at(5) },
      ],
    })
    shop.wait(month - 20)
    await shop.live(1)
    expect(shop.state.outside.has(steamId)).toBe(true)
    await shop.live(30)
    expect(shop.state.outside).toEqual(new Set(['a foreigner']))
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', is_ours: false })
    expect(await shop.attempts()).toEqual([
      ['put', 'verified'],
      ['remove', 'verified'],
    ])
    expect((await shop.adapterRow()).proof).toEqual({ entries: 1 })
  })
})

describeOnDatabase('the reconciler', (openTestDatabase) => {
  it('collects changes: five seconds of quiet, or fifteen at most', async () => {
    const shop = await openScene(await openTestDatabase())
    for (let second = 0; second < 20; second += 1) {
      await shop.grant()
      await shop.live(1)
    }
    expect(shop.state.runs).toBe(1)
    await shop.live(10)
    expect(shop.state.runs).toBe(2)
    expect(shop.state.outside.size).toBe(21)
  })

  it('repairs what was changed outside, every fifteen minutes', async () => {
    const shop = await openScene(await openTestDatabase())
    const steamId = await shop.grant()
    await shop.live(5)
    shop.state.outside.delete(steamId)
    shop.state.outside.add('another foreigner')
    expect(await shop.live(14 * 60)).toEqual([])
    expect(await shop.live(60)).toEqual(['applied'])
    expect(shop.state.outside).toEqual(new Set(['a foreigner', 'another foreigner', steamId]))
    expect(await shop.attempts()).toEqual([
      ['put', 'verified'],
      ['run', 'repaired'],
    ])
  })

  it('removes what was refunded before or while it was delivered', async () => {
    const shop = await openScene(await openTestDatabase())
    const [early, late] = [await shop.grant(), await shop.grant()]
    await shop.void(early)
    shop.state.after = () => shop.void(late)
    await shop.live(5)
    expect(await shop.delivery(late)).toMatchObject({ state: 'queued', is_ours: true })
    shop.state.after = () => undefined
    await shop.live(10)
    expect(shop.state.outside).toEqual(new Set(['a foreigner']))
    expect(await shop.delivery(late)).toMatchObject({ state: 'verified', is_ours: false })
  })

  it('tries again what passes by itself, after five seconds at first and then every thirty', async () => {
    const shop = await openScene(await openTestDatabase())
    const steamId = await shop.grant()
    shop.state.fault = adapterFault('unreachable', 'no answer')
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({
      state: 'retrying',
      reason_code: 'unreachable',
      next_at: new Date(begin + 10_000),
    })
    await shop.live(120)
    expect(shop.state.runs).toBe(7)
    expect(await shop.messages()).toEqual([])
    shop.state.fault = null
    await shop.live(30)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', reason_code: null })
    expect(await shop.adapterRow()).toMatchObject({ state: 'ready', failing_since: null })
  })

  it('tells the staff once of what needs them, and again only after it was well', async () => {
    const shop = await openScene(await openTestDatabase())
    const steamId = await shop.grant()
    shop.state.fault = adapterFault('disk_full', 'no space left')
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'needs_owner' })
    await shop.live(600)
    expect(shop.state.runs).toBe(11)
    expect(await shop.messages()).toEqual(['perk_adapter_failed'])
    shop.state.fault = null
    await shop.live(60)
    expect(shop.state.outside.has(steamId)).toBe(true)
    shop.state.fault = adapterFault('password_refused', 'Login incorrect')
    await shop.live(15 * 60)
    expect(await shop.messages()).toEqual(['perk_adapter_failed', 'perk_adapter_failed'])
    shop.state.runs = 0
    await shop.live(14 * 60)
    expect(shop.state.runs).toBe(0)
  })

  it('delivers the others when one cannot be delivered', async () => {
    const shop = await openScene(await openTestDatabase())
    const [missing, there] = [await shop.grant(newSteamId()), await shop.grant()]
    const wanted = { steamId: missing, perk, code: 'never_joined', detail: 'unknown player' }
    const exception = (state: DeliveryException['state']) => {
      const [found] = shop.state.lastWanted?.perks.filter((one) => one.steamId === missing) ?? []
      shop.state.exceptions = found ? [{ ...wanted, steamId: found.steamId, state }] : []
    }
    shop.state.before = () => exception('waiting_first_join')
    await shop.live(5)
    expect(await shop.delivery(missing)).toMatchObject({
      state: 'waiting_first_join',
      reason_code: 'never_joined',
      next_at: new Date(begin + 5000 + 60 * 60_000),
    })
    expect(await shop.delivery(there)).toMatchObject({ state: 'verified' })
    shop.state.before = () => exception('needs_owner')
    await shop.live(60 * 60)
    expect(await shop.messages()).toEqual(['perk_delivery_failed'])
    shop.state.before = () => void (shop.state.exceptions = [])
    await shop.live(120)
    expect(await shop.delivery(missing)).toMatchObject({ state: 'verified', reason_code: null })
    expect(shop.state.outside.has(missing)).toBe(true)
  })

  it('survives an adapter that throws, and keeps the last ten versions of a file', async () => {
    const database = await openTestDatabase()
    const shop = await openScene(database)
    const steamId = await shop.grant()
    shop.state.before = () => Promise.reject(new Error('a fault of ours'))
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'retrying' })
    shop.state.before = () => undefined
    for (let count = 0; count < 12; count += 1) {
      await shop.grant()
      await shop.live(5)
    }
    const versions = await database.db.selectFrom('perk_file_versions').selectAll().execute()
    expect(versions).toHaveLength(10)
  })

  it('only compares until the owner has switched the adapter on', async () => {
    const server = gameServer()
    const shop = scene(await openTestDatabase(), {
      ...server,
      adapter: { ...server.adapter, isOnFromStart: false },
    })
    await registerAdapter(shop.services, shop.adapter)
    const steamId = await shop.grant()
    expect(await shop.live(60)).toEqual(['compared'])
    expect(shop.state.runs).toBe(0)
    expect((await shop.adapterRow()).dry_run).toEqual({
      adds: [steamId],
      keeps: [],
      removes: [],
      foreign: ['a foreigner'],
    })
  })

  it('starts anew where the settings name another place: off, and with nothing that is ours', async () => {
    const database = await openTestDatabase()
    const shop = await openScene(database)
    const steamId = await shop.grant()
    await shop.live(5)
    const elsewhere = { ...shop.adapter, target: 'the real server', isOnFromStart: false }
    await registerAdapter(shop.services, elsewhere)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'queued', is_ours: false })
    expect(await shop.adapterRow()).toMatchObject({ enabled_at: null, target: 'the real server' })
    // A process that still has the old settings does nothing any more.
    shop.wait(60 * 60)
    expect(await shop.tick()).toBe('idle')
    expect(await reconcile(shop.services, elsewhere, running)).toBe('compared')
  })

  it('delivers what was granted before there was an adapter', async () => {
    const server = gameServer()
    const shop = scene(await openTestDatabase(), server)
    const before = { ...shop.services, perkAdapters: [] }
    const steamId = newSteamId()
    await before.database.transaction((trx) => {
      const entry = { kind: 'granted', term: oneMonth, color: null, source: 'staff' } as const
      const change = { steamId, perk, entries: [entry] }
      return changePerks(before, trx, [change], { actor: 'code:1' })
    })
    await registerAdapter(shop.services, shop.adapter)
    expect(await shop.tick()).toBe('applied')
    expect(server.state.outside.has(steamId)).toBe(true)
  })

  it('follows the account at Discord, and takes the perk from the one before', async () => {
    const database = await openTestDatabase()
    const shop = await openScene(database)
    const steamId = await shop.grant()
    const link = async (account: string) => {
      const userId = await insertUser(database)
      await database.db
        .insertInto('accounts')
        .values({
          id: account,
          account_id: account,
          provider_id: 'discord',
          user_id: userId,
          updated_at: new Date(),
        })
        .execute()
      await database.db.deleteFrom('steam_claims').execute()
      const claim = { steam_id: steamId, user_id: userId }
      await database.db.insertInto('steam_claims').values(claim).execute()
    }
    await link('first')
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({ discord_id: 'first' })
    await link('second')
    await shop.live(15 * 60)
    expect(shop.state.lastWanted).toMatchObject({
      perks: [{ steamId, discordId: 'second' }],
      managed: [{ steamId, discordId: 'first' }],
    })
    expect(await shop.delivery(steamId)).toMatchObject({ discord_id: 'second' })
  })

  it('stops when the process does, and another one goes on at once', async () => {
    const shop = await openScene(await openTestDatabase())
    const steamId = await shop.grant()
    shop.wait(5)
    const stopping = new AbortController()
    shop.state.before = () => {
      stopping.abort()
      shop.state.fault = adapterFault('interrupted', 'stopped')
    }
    expect(await reconcile(shop.services, shop.adapter, stopping.signal)).toBe('stopped')
    shop.state.before = () => undefined
    shop.state.fault = null
    expect(await shop.tick()).toBe('applied')
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified' })
  })

  it('runs by itself until it is stopped', async () => {
    const shop = scene(await openTestDatabase())
    const steamId = await shop.grant()
    const reconciler = startReconciler(shop.services)
    await expect.poll(() => shop.state.outside.has(steamId)).toBe(true)
    await reconciler.stop()
  })
})

describeOnDatabase('a process that is killed', (openTestDatabase) => {
  const never = new Promise<never>(() => undefined)

  /** Dies when the nth transaction of a run begins, or after it has been committed. */
  function dieInTransaction(database: Database, nth: number, when: 'before' | 'after'): Database {
    let count = 0
    return {
      ...database,
      transaction: async (work) => {
        count += 1
        if (count !== nth) return database.transaction(work)
        if (when === 'after') await database.transaction(work)
        return never
      },
    }
  }

  type Shop = Awaited<ReturnType<typeof openScene>>
  const deaths: Readonly<Record<string, (shop: Shop) => ReconcilerServices>> = {
    'before it marks what it sends': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 1, 'before'),
    }),
    'after it has marked what it sends': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 1, 'after'),
    }),
    'before the change outside': ({ services, state }) => {
      state.before = () => never
      return services
    },
    'after the change outside': ({ services, state }) => {
      state.after = () => never
      return services
    },
    'before it records the change': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 2, 'before'),
    }),
    'after it has recorded the change': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 2, 'after'),
    }),
  }

  it.for(Object.keys(deaths))(
    '%s leaves nothing outside that is not held, and nothing undelivered',
    async (moment) => {
      const shop = await openScene(await openTestDatabase())
      const [kept, refunded] = [await shop.grant(), await shop.grant()]
      shop.wait(5)
      const dying = deaths[moment]?.(shop)
      if (!dying) throw new Error(moment)
      void reconcile(dying, shop.adapter, running)
      await expect
        .poll(async () => {
          const { lease_id: lease, last_run_at: last } = await shop.adapterRow()
          const isRecorded = (last?.getTime() ?? 0) > begin
          const [delivery] = [await shop.delivery(kept)]
          if (moment.startsWith('before it marks')) return lease !== null
          if (moment.startsWith('after it has marked')) return delivery.state === 'sending'
          if (moment.startsWith('before the change')) return shop.state.runs === 1
          if (moment.startsWith('after it has recorded')) return isRecorded
          return shop.state.outside.has(kept)
        })
        .toBe(true)
      await shop.void(refunded)
      shop.state.before = () => undefined
      shop.state.after = () => undefined
      await shop.live(70)
      expect(shop.state.outside).toEqual(new Set(['a foreigner', kept]))
      expect(await shop.delivery(kept)).toMatchObject({ state: 'verified', is_ours: true })
      expect(await shop.delivery(refunded)).toMatchObject({ state: 'verified', is_ours: false })
    },
  )

  it('and comes back too late records nothing', async () => {
    const shop = await openScene(await openTestDatabase())
    const steamId = await shop.grant()
    shop.wait(5)
    let wake = (): void => undefined
    shop.state.after = () => new Promise((resolve) => (wake = resolve))
    const late = shop.tick()
    await expect.poll(() => shop.state.runs).toBe(1)
    shop.state.after = () => undefined
    await shop.void(steamId)
    await shop.live(70)
    wake()
    expect(await late).toBe('lost')
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', is_ours: false })
  })
})

describeOnPostgres('two processes at one target', (_open, createTestDatabase) => {
  it('never write at the same time, and deliver everything', async () => {
    const location = await createTestDatabase()
    const databases = await Promise.all([1, 2].map(() => openDatabase(location, () => undefined)))
    const server = gameServer()
    let writing = 0
    let mostWriting = 0
    server.state.before = () => {
      writing += 1
      mostWriting = Math.max(mostWriting, writing)
    }
    server.state.after = async () => {
      await Promise.resolve()
      writing -= 1
    }
    const shops = databases.map((database) => scene(database, server))
    const [first] = shops
    if (!first) throw new Error('no process')
    await registerAdapter(first.services, first.adapter)
    const steamIds: string[] = []
    for (let round = 0; round < 12; round += 1) {
      steamIds.push(...(await Promise.all(shops.map((shop) => shop.grant()))))
      await Promise.all(
        shops.flatMap((shop) => {
          shop.wait(6)
          return [shop.tick(), shop.tick()]
        }),
      )
    }
    await Promise.all(shops.map((shop) => shop.live(20)))
    expect(mostWriting).toBe(1)
    expect(server.state.outside).toEqual(new Set(['a foreigner', ...steamIds]))
    await Promise.all(databases.map((database) => database.close()))
  })
})
