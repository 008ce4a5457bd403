import type { Services } from '#server/services/context.ts'

/** Deletes packs' orders that ended without a payment: they say only who once thought of buying. */
export async function forgetUnpaidPacks(
  { db }: Services['database'],
  { openedBefore }: { readonly openedBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('krypto_orders')
    .where('status', 'in', ['expired', 'failed'])
    .where('paid_at', 'is', null)
    .where('next_check_at', 'is', null)
    .where('created_at', '<', openedBefore)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('messages').whereRef('messages.krypto_order_id', '=', 'krypto_orders.id'),
        ),
      ),
    )
    .execute()
}
