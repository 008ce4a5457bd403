import type { Services } from '#server/services/context.ts'

/**
 * Logs an error when a shop in live mode has purchases from test mode. They count like real ones,
 * so real items could be delivered for them; only the owner can decide that.
 */
export async function warnAboutTestPayments({
  database: { db },
  paypal,
  stripe,
  log,
}: Pick<Services, 'database' | 'paypal' | 'stripe' | 'log'>): Promise<void> {
  const findPayment = () =>
    db.selectFrom('payments').select('id').where('provider_mode', '=', 'test').limit(1)
  const findPack = () =>
    db
      .selectFrom('krypto_orders')
      .select('id')
      .where('provider_mode', '=', 'test')
      .where('paid_at', 'is not', null)
      .limit(1)
  const found = [
    ...(paypal.mode === 'live' && (await findPayment().executeTakeFirst()) ? ['donations'] : []),
    ...(stripe.mode === 'live' && (await findPack().executeTakeFirst()) ? ['packs'] : []),
  ]
  if (found.length === 0) return
  log.error({ found }, 'the database of this live shop contains purchases with test keys')
}
