import { cleanUp } from '../cleanups.ts'
import { openShop } from '../shop.ts'
import { onDatabases } from './on-databases.ts'
import { defineTorture } from './torture.ts'
import { note, reportExactly } from '../../bench/report.ts'
import { tortureStripeWebhooks } from './stripe-webhook-torture.ts'

/** Stripe's webhooks again and again, in every order, and forged (R5). */
export const stripeWebhooks = defineTorture(
  { orders: 1000, replays: 1000, forgeries: 10_000, seed: Date.now() % 1_000_000 },
  (setting) =>
    onDatabases(async (location) => {
      note(`seed ${setting('seed')}`)
      // Forgers come from everywhere; the product would stop them by their network otherwise.
      const shop = await openShop(location, { TRUSTED_PROXIES: '127.0.0.1' })
      const figures = await tortureStripeWebhooks(shop, {
        orders: setting('orders'),
        replays: setting('replays'),
        forgeries: setting('forgeries'),
        seed: setting('seed'),
      })
      await cleanUp()
      note(`${figures.packs} packs, ${figures.delivered} deliveries, ${figures.forged} forgeries`)
      for (const words of figures.wrong.slice(0, 10)) note(words)
      return [
        reportExactly('deliveries refused', figures.refused),
        reportExactly('packs with wrong Kr', figures.wrong.length),
        reportExactly('packs credited twice', figures.doubled),
        reportExactly('balances that are not the sum of their rows', figures.unbalanced),
        reportExactly(
          `of ${figures.heardOfMoneyBackFirst} packs whose refund or dispute came before the payment, wrong`,
          figures.wrongOfThose,
        ),
        reportExactly('forgeries accepted', figures.accepted),
        reportExactly('forgeries that left a trace', figures.traces),
      ].every(Boolean)
    }),
)
