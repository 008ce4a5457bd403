import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import type { TestShop } from '#test/shop.ts'
import { insertOrder } from './purchase.ts'
import { insertStrayPayment } from './stray-payment.ts'

export interface MessageChanges {
  readonly kind?: 'checkout_started' | 'checkout_paid'
  readonly discordUsername?: string
  readonly discordAvatarUrl?: string
  readonly attempts?: number
  readonly lastError?: string
  readonly createdAt?: Date
}

/** An unsent message about an order, which is in no queue. */
export async function insertMessage(
  { db }: Pick<Database, 'db'>,
  {
    kind = 'checkout_paid',
    discordUsername = 'sokol',
    discordAvatarUrl,
    attempts = 0,
    lastError,
    createdAt,
  }: MessageChanges = {},
): Promise<{ id: string; orderId: string }> {
  const orderId = await insertOrder(
    { db },
    { discord_username: discordUsername, discord_avatar_url: discordAvatarUrl ?? null },
  )
  const { id } = await db
    .insertInto('messages')
    .values({
      kind,
      order_id: orderId,
      dedupe_key: `${kind}:${orderId}`,
      attempts,
      last_error: lastError ?? null,
      ...(createdAt && { created_at: createdAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, orderId }
}

/** A message about a completed payment of 25 € that fits no order. */
export async function insertPaymentMessage(
  { db }: Pick<Database, 'db'>,
  reason: string,
): Promise<{ id: string; paymentId: string; reference: string }> {
  const { paymentId, reference } = await insertStrayPayment({ db }, reason)
  const { id } = await db
    .insertInto('messages')
    .values({
      kind: 'payment_unmatched',
      payment_id: paymentId,
      dedupe_key: `payment_unmatched:${paymentId}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, paymentId, reference }
}

const logged = z.object({
  kind: z.literal('message'),
  message: z.object({
    embeds: z.tuple([
      z.object({
        title: z.string(),
        url: z.optional(z.string()),
        fields: z.array(z.object({ name: z.string(), value: z.string(), inline: z.boolean() })),
      }),
    ]),
  }),
})

/** The titles and fields of all messages that Discord accepted. */
export async function readEmbeds({ sandbox }: TestShop) {
  const entries = await sandbox.readLog('discord')
  return entries.flatMap((entry) => logged.safeParse(entry).data?.message.embeds ?? [])
}
