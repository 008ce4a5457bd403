import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import * as checkout from '#contract/checkout.ts'
import * as kryptonite from '#contract/kryptonite.ts'
import { parseHexColor } from '#domain/color.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { openOrder } from '#server/services/checkout/open-order.ts'
import { startPayment } from '#server/services/checkout/start-payment.ts'
import { creditKr } from '#server/services/kryptonite/admin-ledger.ts'
import { openPackCheckout } from '#server/services/checkout/open-pack-checkout.ts'
import { checkCode } from '#server/services/offers/codes.ts'
import { addOrderMessage } from '#server/services/orders/order-messages.ts'
import { collectPayment, confirmPackPayment } from '#server/services/payments/confirm-payment.ts'
import { syncDispute, syncPayment } from '#server/services/payments/order-payments.ts'
import { syncPack } from '#server/services/payments/pack-payments.ts'
import { buyerOf, event, readPicture, staff, staffText, who, written, type Scene } from './event.ts'

const minutesToPay = 2

/** What this community does not sell was never ordered. */
function findOffer({ services }: Scene, key: string) {
  return services.site.current().catalogue.offers.find((known) => known.key === key)
}

const order = event(
  z.object({
    who,
    as: z.string().optional(),
    offer: z.string(),
    color: z.string().optional(),
    code: z.string().optional(),
    isListed: z.boolean().default(true),
    end: z.enum(['paid', 'held', 'unpaid']).default('paid'),
  }),
  async (scene, { who: person, as, offer, color, code, isListed, end }) => {
    const sold = findOffer(scene, offer)
    if (!sold) return
    const { services, sandbox } = scene
    const buyer = buyerOf(person)
    const { avatarOrigin } = services.config.discord
    const { steamId, name, avatar } = person
    const choice = {
      id: randomUUID(),
      name: sold.name,
      type: sold.type,
      ...(sold.durationMonths !== null && { duration: sold.durationMonths }),
    }
    const checked =
      code === undefined
        ? null
        : await checkCode(services, { code, items: [choice] }, { buyerHash: null, networks: null })
    const price = toDecimal(cents(checked?.items[0]?.priceCents ?? sold.priceCents))
    const item = { ...choice, price, ...(color !== undefined && { color: parseHexColor(color) }) }
    const request = checkout.openOrder.body.parse({
      steamId,
      discordUsername: name,
      discordAvatarUrl: avatar === null ? null : `${avatarOrigin}/embed/avatars/${avatar}.png`,
      items: [item],
      totalPrice: price,
      code,
      listedAsDonor: isListed,
      agreedTerms: services.documents.current().legalVersion,
    })
    const { orderId } = await openOrder(services, buyer, request, null)
    if (end === 'unpaid') return
    const later = await scene.wait(minutesToPay)
    const { providerOrderId } = await startPayment(later, buyer, [orderId])
    await sandbox.decide(providerOrderId, end === 'held' ? 'hold' : 'pay', person.country)
    const [paid] = await collectPayment(later, buyer, [orderId])
    const reference = paid?.transaction_id
    if (as === undefined || !reference) return
    scene.made.set(as, { id: orderId, payment: { provider: 'paypal', reference } })
  },
)

const pack = event(
  z.object({
    who,
    as: z.string().optional(),
    amount: z.int(),
    end: z.enum(['paid', 'unpaid']).default('paid'),
  }),
  async (scene, { who: person, as, amount, end }) => {
    const sold = scene.services.site.current().packs.find((known) => known.amount === amount)
    if (!sold) return
    const { services, sandbox } = scene
    const { steamId, name } = person
    const { priceId } = sold
    const request = kryptonite.openPackCheckout.body.parse({
      priceId,
      steamId,
      discordUsername: name,
    })
    const { url } = await openPackCheckout(services, request, {
      buyer: buyerOf(person),
      language: 'fr',
      idempotencyKey: null,
      networks: null,
    })
    if (end === 'unpaid') return
    const later = await scene.wait(minutesToPay)
    const { id, session_id: sessionId } = await later.database.db
      .selectFrom('krypto_orders')
      .select(['id', 'session_id'])
      .where('session_url', '=', url)
      .executeTakeFirstOrThrow()
    if (sessionId === null) return
    await sandbox.payPack(sessionId, person.country)
    await confirmPackPayment(later, sessionId)
    if (as !== undefined) {
      scene.made.set(as, { id, payment: { provider: 'stripe', reference: sessionId } })
    }
  },
)

const refund = event(z.object({ of: z.string() }), async ({ services, sandbox, made }, { of }) => {
  const { id, payment } = made.get(of) ?? {}
  if (id === undefined || !payment) return
  await sandbox.refund(payment.provider, payment.reference)
  if (payment.provider === 'stripe') await syncPack(services, id)
  else await syncPayment(services, payment.reference)
})

const dispute = event(z.object({ of: z.string() }), async ({ services, sandbox, made }, { of }) => {
  const { payment } = made.get(of) ?? {}
  if (payment) await syncDispute(services, await sandbox.openDispute(payment.reference))
})

/** A payment with a button of an old page, without an order: it waits in the owner's inbox. */
const payOldButton = event(z.object({ offer: z.string() }), async (scene, { offer }) => {
  const { services, sandbox } = scene
  const sold = findOffer(scene, offer)
  if (!sold?.hostedButtonId) return
  await syncPayment(services, await sandbox.payHostedButton(sold.hostedButtonId))
})

const credit = event(z.object({ to: who, amount: z.int() }), ({ services }, { to, amount }) => {
  const { steamId, name } = to
  const request = kryptonite.creditKr.body.parse({ steamId, discordUsername: name, amount })
  return creditKr(services, staff, request, null)
})

/** What a buyer and the staff write to each other about an order. */
const message = event(
  z.object({
    who: z.union([z.literal('staff'), who]),
    of: z.string(),
    text: staffText,
    picture: z.string().optional(),
  }),
  async ({ services, made }, { who: writer, of, text, picture: file }) => {
    const { id } = made.get(of) ?? {}
    if (id === undefined) return
    const picture = file === undefined ? null : await readPicture(file)
    await addOrderMessage(
      services,
      writer === 'staff'
        ? { side: 'staff', staff }
        : { side: 'buyer', buyer: buyerOf(writer), networks: null },
      id,
      { text: written(services, text), picture },
      null,
    )
  },
)

export const sales = {
  order,
  pack,
  refund,
  dispute,
  'pay old button': payOldButton,
  credit,
  message,
}
