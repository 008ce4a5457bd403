import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import {
  boughtDelivery,
  deliveryHistory,
  play,
  type DeliveryCommand,
  type DeliveryRun,
} from '#test/factories/delivery-histories.ts'
import {
  dieInTransaction,
  gameServer,
  openReadyShop,
  perk,
  running,
} from '#test/factories/perks.ts'
import { adapterFault, type Applied } from '#server/providers/perk-adapter.ts'
import { moved } from './delivery-states.ts'
import { reconcile } from './reconciler.ts'

const histories = Number(process.env.TEST_RUNS ?? 12)

describeOnDatabase('a delivery in the database', (openTestDatabase) => {
  it('refuses a move that the table lacks', async () => {
    const database = await openTestDatabase()
    const shop = await openReadyShop(database)
    const steamId = await shop.grant()
    const move = sql`update perk_deliveries d set ${moved('delivered', new Date())}`
    await expect(move.execute(database.db)).rejects.toThrow('null value in column "state"')
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'queued' })
  })

  it('moves as the table says, over any history of runs, changes and crashes', async () => {
    const database = await openTestDatabase()
    const { db } = database
    const server = gameServer()
    let restarts: Applied['restarts'] = null
    const shop = await openReadyShop(database, {
      ...server,
      adapter: {
        ...server.adapter,
        apply: async (...run) => {
          const result = await server.adapter.apply(...run)
          return result.outcome === 'applied' ? { ...result, restarts } : result
        },
      },
    })
    const { state, services } = shop

    const run = async (steamId: string, { end, isChangedMeanwhile }: DeliveryRun) => {
      // Longer than a lease, so that the run of a dead process has ended.
      shop.wait(60)
      await db.updateTable('perk_adapters').set({ next_run_at: null }).execute()
      restarts = null
      if (end === 'delivered_before_restart') {
        const next = new Date(services.clock().getTime() + 3_600_000)
        restarts = { last: new Date(0), next }
      }
      const change = async () => {
        if (isChangedMeanwhile) await shop.grant(steamId)
      }
      state.before = () => undefined
      state.after = change
      state.exceptions = []
      state.fault = null
      if (typeof end === 'object') {
        state.fault = adapterFault(end.fault === 'failed' ? 'unreachable' : 'disk_full', 'a fault')
        state.before = change
      }
      if (end === 'player_missing' || end === 'failed' || end === 'staff_needed') {
        state.before = () => {
          const own = state.lastDesired?.perks.filter((one) => one.steamId === steamId) ?? []
          const what = { perk, event: end, code: end, detail: 'an exception' }
          state.exceptions = own.map((one) => ({ steamId: one.steamId, ...what }))
        }
      }
      if (end !== 'dies_after_start' && end !== 'dies_before_record') return shop.tick()
      const dying =
        end === 'dies_after_start'
          ? dieInTransaction(database, 1, 'after')
          : dieInTransaction(database, 3, 'before')
      // Nobody waits for it: it never ends.
      void reconcile({ ...services, database: dying.database }, shop.adapter, running)
      return dying.died
    }

    const playHere = async (steamId: string, command: DeliveryCommand) => {
      if (command.kind === 'run') await run(steamId, command)
      else if (command.kind === 'changed') await shop.grant(steamId)
      else {
        await db
          .updateTable('perk_deliveries')
          .set({ next_at: services.clock() })
          .where('steam_id', '=', steamId)
          .where('state', 'in', ['verified', 'waiting_restart'])
          .execute()
      }
    }

    await fc.assert(
      fc.asyncProperty(deliveryHistory, async (commands) => {
        const steamId = await shop.grant()
        let model = boughtDelivery
        const last = { kind: 'run', end: 'delivered', isChangedMeanwhile: false } as const
        for (const command of [...commands, last]) {
          await playHere(steamId, command)
          model = play(model, command, services.clock())
          const delivery = await shop.delivery(steamId)
          const steps = delivery.steps.map((step) => step.state)
          expect([delivery.state, steps]).toEqual([
            model.state,
            model.steps.map((step) => step.state),
          ])
        }
      }),
      { numRuns: histories },
    )
  })
})
