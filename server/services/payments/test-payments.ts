import type { Services } from '#server/services/context.ts'

/**
 * What was bought with test keys counts as much as the rest: a shop that takes real money by now
 * would hand over real skins for it. Whether that is so, the owner has to decide.
 */
export async function warnAboutTestPayments({
  database: { db },
  payments,
  cards,
  log,
}: Pick<Services, 'database' | 'payments' | 'cards' | 'log'>): Promise<void> {
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
    ...(payments.mode === 'live' && (await findPayment().executeTakeFirst()) ? ['donations'] : []),
    ...(cards.mode === 'live' && (await findPack().executeTakeFirst()) ? ['packs'] : []),
  ]
  if (found.length === 0) return
  log.error({ found }, 'bought with test keys, in a shop that takes real money')
}
