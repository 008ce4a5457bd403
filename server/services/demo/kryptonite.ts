import * as contract from '#contract/kryptonite.ts'
import { packs } from '#contract/packs.ts'
import { openPackCheckout } from '#server/services/checkout/open-pack-checkout.ts'
import type { Services } from '#server/services/context.ts'
import { creditKr } from '#server/services/kryptonite/admin-ledger.ts'
import { confirmPackPayment } from '#server/services/payments/confirm-payment.ts'
import { syncPack } from '#server/services/payments/pack-payments.ts'
import { buyerOf, people, staff, type Person } from './people.ts'
import type { SandboxCalls } from './sandbox-calls.ts'
import { daysAgo, type Step } from './timeline.ts'

interface PackStory {
  readonly by: Person
  readonly amount: number
  readonly minutesAgo: number
  readonly end?: 'unpaid' | 'refunded'
}

/** Packs of Kr from Stripe, and Kr from the staff. */
export function kryptoniteSteps(sandbox: SandboxCalls): readonly Step[] {
  const { hunter, lesnik, mallory, nordlys, kestrel, belka, paco, marisma, hatchet } = people
  const stories: readonly PackStory[] = [
    { by: nordlys, amount: 5000, minutesAgo: daysAgo(62, 80) },
    { by: kestrel, amount: 2500, minutesAgo: daysAgo(47, 340) },
    { by: hunter, amount: 2500, minutesAgo: daysAgo(38, 120) },
    { by: belka, amount: 2500, minutesAgo: daysAgo(29, 15) },
    { by: lesnik, amount: 1000, minutesAgo: daysAgo(20, 410) },
    { by: paco, amount: 500, minutesAgo: daysAgo(17, 55) },
    { by: marisma, amount: 500, minutesAgo: daysAgo(15, 25), end: 'refunded' },
    { by: mallory, amount: 1000, minutesAgo: daysAgo(10, 230) },
    { by: hatchet, amount: 100, minutesAgo: daysAgo(4, 140), end: 'unpaid' },
    { by: hunter, amount: 1000, minutesAgo: daysAgo(3, 330) },
  ]
  return [
    ...stories.flatMap((story) => stepsOfPack(sandbox, story)),
    {
      minutesAgo: daysAgo(6, 45),
      run: (services) =>
        creditKr(
          services,
          staff,
          contract.creditKr.body.parse({
            steamId: lesnik.steamId,
            discordUsername: lesnik.name,
            amount: 250,
          }),
          null,
        ),
    },
  ]
}

function stepsOfPack(sandbox: SandboxCalls, story: PackStory): readonly Step[] {
  const { by, amount, minutesAgo, end } = story
  const pack = packs.find((known) => known.amount === amount)
  if (!pack) return []
  const buyer = buyerOf(by)
  const request = contract.openPackCheckout.body.parse({
    priceId: pack.priceId,
    steamId: by.steamId,
    discordUsername: by.name,
  })
  let order = { id: '', sessionId: '' }
  const open: Step = {
    minutesAgo,
    run: async (services) => {
      const context = { buyer, language: 'fr', idempotencyKey: null, networks: null } as const
      const { url } = await openPackCheckout(services, request, context)
      order = await findOpened(services, url)
    },
  }
  if (end === 'unpaid') return [open]
  const pay: Step = {
    minutesAgo: minutesAgo - 1,
    run: async (services) => {
      await sandbox.payPack(order.sessionId)
      await confirmPackPayment(services, order.sessionId)
    },
  }
  if (end !== 'refunded') return [open, pay]
  const refund: Step = {
    minutesAgo: minutesAgo - 26 * 60,
    run: async (services) => {
      await sandbox.refund('stripe', order.sessionId)
      await syncPack(services, order.id)
    },
  }
  return [open, pay, refund]
}

async function findOpened({ database }: Services, url: string) {
  const { id, session_id: sessionId } = await database.db
    .selectFrom('krypto_orders')
    .select(['id', 'session_id'])
    .where('session_url', '=', url)
    .executeTakeFirstOrThrow()
  return { id, sessionId: sessionId ?? '' }
}
