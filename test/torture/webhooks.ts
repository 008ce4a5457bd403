import { cleanUp } from '../cleanups.ts'
import { openShop } from '../shop.ts'
import { onDatabases } from './on-databases.ts'
import { report, defineTorture } from './torture.ts'
import { tortureWebhooks } from './webhook-torture.ts'

/** Stripe's webhooks again and again, in every order, and forged (R5). */
export const webhooks = defineTorture(
  { orders: 1000, replays: 1000, forgeries: 10_000, seed: Date.now() % 1_000_000 },
  (setting) =>
    onDatabases(async (location) => {
      console.log(`  seed ${setting('seed')}`)
      // Forgers come from everywhere; the product would stop them by their network otherwise.
      const shop = await openShop(location, { TRUSTED_PROXIES: '127.0.0.1' })
      const figures = await tortureWebhooks(shop, {
        orders: setting('orders'),
        replays: setting('replays'),
        forgeries: setting('forgeries'),
        seed: setting('seed'),
      })
      await cleanUp()
      console.log(
        `  ${figures.packs} packs, ${figures.delivered} deliveries, ${figures.forged} forgeries`,
      )
      for (const words of figures.wrong.slice(0, 10)) console.log(`  ${words}`)
      return [
        report('deliveries refused', figures.refused),
        report('packs with wrong Kr', figures.wrong.length),
        report('packs credited twice', figures.doubled),
        report('balances that are not the sum of their rows', figures.unbalanced),
        report(
          `of ${figures.heardOfMoneyBackFirst} packs whose refund or dispute came before the payment, wrong`,
          figures.wrongOfThose,
        ),
        report('forgeries accepted', figures.accepted),
        report('forgeries that left a trace', figures.traces),
      ].every(Boolean)
    }),
)
