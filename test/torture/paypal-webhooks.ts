import { note, reportExactly } from '../../bench/report.ts'
import { cleanUp } from '../cleanups.ts'
import { openShop } from '../shop.ts'
import { onDatabases } from './on-databases.ts'
import { torturePayPalWebhooks } from './paypal-webhook-torture.ts'
import { defineTorture } from './torture.ts'

/** PayPal's webhooks again and again, in every order, and forged (R5). */
export const paypalWebhooks = defineTorture(
  { orders: 1000, replays: 1000, forgeries: 10_000, seed: Date.now() % 1_000_000 },
  (setting) =>
    onDatabases(async (location) => {
      note(`seed ${setting('seed')}`)
      // Forgers come from everywhere; the product would stop them by their network otherwise.
      const shop = await openShop(location, { TRUSTED_PROXIES: '127.0.0.1' })
      const figures = await torturePayPalWebhooks(shop, {
        orders: setting('orders'),
        replays: setting('replays'),
        forgeries: setting('forgeries'),
        seed: setting('seed'),
      })
      await cleanUp()
      note(
        `${figures.donations} donations, ${figures.delivered} deliveries, ${figures.forged} forgeries; ${figures.heardOfMoneyBackFirst} donations were told of their refund or dispute before their payment`,
      )
      for (const words of [...figures.wrong, ...figures.accepted].slice(0, 10)) note(words)
      return [
        reportExactly('deliveries refused', figures.refused),
        reportExactly('differences from PayPal’s own books', figures.wrong.length),
        reportExactly('payments of which the staff is told twice', figures.toldTwice),
        reportExactly('forgeries accepted', figures.accepted.length),
        reportExactly('forgeries that left a trace', figures.traces),
        reportExactly('certificates fetched from a forger’s host', figures.fetched),
      ].every(Boolean)
    }),
)
