import { randomUUID } from 'node:crypto'
import { catalogue } from '#contract/catalogue.ts'
import * as contract from '#contract/checkout.ts'
import { parseHexColor } from '#domain/color.ts'
import { toDecimal } from '#domain/money.ts'
import { perkOf } from '#domain/products.ts'
import { openOrder } from '#server/services/checkout/open-order.ts'
import { startPayment } from '#server/services/checkout/start-payment.ts'
import type { Services } from '#server/services/context.ts'
import { collectPayment } from '#server/services/payments/confirm-payment.ts'
import { syncDispute, syncPayment } from '#server/services/payments/order-payments.ts'
import { addTaskNote, changeTask } from '#server/services/tasks/tasks.ts'
import { deliverPerks } from './perk-deliveries.ts'
import { buyerOf, people, staff, type Person } from './people.ts'
import { readDemoPicture, type DemoTexts } from './texts.ts'
import type { SandboxCalls } from './sandbox-calls.ts'
import { daysAgo, type Step } from './timeline.ts'

interface OrderStory {
  readonly by: Person
  /** As in `site/prices.ts`; an offer that this community does not sell is skipped. */
  readonly offer: string
  readonly minutesAgo: number
  readonly color?: string
  readonly isListed?: boolean
  /** What comes of it; paid without. */
  readonly end?: 'unpaid' | 'held' | 'refunded' | 'disputed'
  /** What the staff does with it, this many minutes after the payment. */
  readonly task?: {
    readonly afterMinutes: number
    readonly state: 'in_progress' | 'delivered'
    readonly note?: string
    readonly picture?: string
  }
}

/** All orders, of all states. */
export function orderSteps(sandbox: SandboxCalls, texts: DemoTexts): readonly Step[] {
  return [...stories(texts).flatMap((story) => stepsOfOrder(sandbox, story)), strayPayment(sandbox)]
}

function stories({ notes }: DemoTexts): readonly OrderStory[] {
  const { hunter, lesnik, mallory, nightfox, nordlys, kestrel, belka } = people
  const { fougere, paco, brume, marisma, zimorodok, lighthouse, hatchet } = people
  const handedOver = { afterMinutes: 19 * 60, state: 'delivered' } as const
  const listed = { isListed: true } as const
  return [
    {
      by: nordlys,
      offer: 'clan-color-tag/12',
      minutesAgo: daysAgo(86),
      color: '#7fd4ff',
      ...listed,
    },
    {
      by: nordlys,
      offer: 'name-color-tag/12',
      minutesAgo: daysAgo(85, 40),
      color: '#7fd4ff',
      ...listed,
    },
    { by: kestrel, offer: 'priority-queue/12', minutesAgo: daysAgo(79, 300), ...listed },
    {
      by: kestrel,
      offer: 'name-color-tag/9',
      minutesAgo: daysAgo(71, 95),
      color: '#ffb648',
      ...listed,
    },
    { by: nordlys, offer: 'priority-queue/12', minutesAgo: daysAgo(66, 130), ...listed },
    {
      by: fougere,
      offer: 'clan-color-tag/9',
      minutesAgo: daysAgo(58, 720),
      color: '#6bff4d',
      ...listed,
    },
    {
      by: belka,
      offer: 'name-color-tag/7',
      minutesAgo: daysAgo(51, 200),
      color: '#d18cff',
      ...listed,
    },
    { by: hunter, offer: 'priority-queue/5', minutesAgo: daysAgo(44, 310), ...listed },
    {
      by: paco,
      offer: 'name-color-tag/3',
      minutesAgo: daysAgo(40, 415),
      color: '#ff7a59',
      ...listed,
    },
    { by: fougere, offer: 'priority-queue/5', minutesAgo: daysAgo(36, 55), ...listed },
    { by: zimorodok, offer: 'priority-queue/3', minutesAgo: daysAgo(33, 640), ...listed },
    {
      by: nordlys,
      offer: 'reset-enemies-stats',
      minutesAgo: daysAgo(31, 75),
      task: handedOver,
      ...listed,
    },
    {
      by: hunter,
      offer: 'name-color-tag/1',
      minutesAgo: daysAgo(27, 210),
      color: '#6bff4d',
      ...listed,
    },
    { by: lesnik, offer: 'priority-queue/1', minutesAgo: daysAgo(28, 600), ...listed },
    { by: brume, offer: 'priority-queue/5', minutesAgo: daysAgo(24, 180), ...listed },
    { by: mallory, offer: 'priority-queue/3', minutesAgo: daysAgo(21, 330), end: 'refunded' },
    {
      by: belka,
      offer: 'reskin-sniper/advanced',
      minutesAgo: daysAgo(19, 45),
      task: { ...handedOver, note: notes.reskinDone },
      ...listed,
    },
    {
      by: marisma,
      offer: 'reskin-top/basic',
      minutesAgo: daysAgo(16, 500),
      task: handedOver,
      ...listed,
    },
    {
      by: paco,
      offer: 'reskin-helmet/advanced',
      minutesAgo: daysAgo(14, 130),
      task: handedOver,
      ...listed,
    },
    { by: hatchet, offer: 'priority-queue/1', minutesAgo: daysAgo(12, 380), ...listed },
    {
      by: hunter,
      offer: 'reskin-top/advanced',
      minutesAgo: daysAgo(11, 90),
      task: { ...handedOver, note: notes.topDone, picture: 'jacket-of-the-deer-hunter' },
      ...listed,
    },
    {
      by: lesnik,
      offer: 'clan-color-tag/3',
      minutesAgo: daysAgo(9, 260),
      color: '#59d6e8',
      ...listed,
    },
    { by: nightfox, offer: 'priority-queue/3', minutesAgo: daysAgo(8, 400), ...listed },
    {
      by: mallory,
      offer: 'name-color-tag/1',
      minutesAgo: daysAgo(6, 150),
      color: '#ff5c7a',
      end: 'disputed',
    },
    { by: lesnik, offer: 'reset-stats', minutesAgo: daysAgo(5, 35), task: handedOver, ...listed },
    { by: lighthouse, offer: 'priority-queue/1', minutesAgo: daysAgo(4, 700), ...listed },
    { by: mallory, offer: 'reskin-pant/basic', minutesAgo: daysAgo(3, 200), end: 'unpaid' },
    { by: hatchet, offer: 'reskin-auto/basic', minutesAgo: daysAgo(2, 600), ...listed },
    {
      by: hunter,
      offer: 'reskin-helmet/basic',
      minutesAgo: daysAgo(1, 420),
      task: {
        afterMinutes: 11 * 60,
        state: 'in_progress',
        note: notes.helmetDraft,
        picture: 'helmet-night-watch',
      },
      ...listed,
    },
    { by: marisma, offer: 'priority-queue/1', minutesAgo: daysAgo(1, 75), ...listed },
    { by: lesnik, offer: 'reskin-armour/basic', minutesAgo: 15 * 60, ...listed },
    { by: mallory, offer: 'reskin-top/basic', minutesAgo: 9 * 60 },
    { by: kestrel, offer: 'reskin-armour/advanced', minutesAgo: 5 * 60, ...listed },
    { by: brume, offer: 'reskin-pant/advanced', minutesAgo: 140, end: 'held' },
    { by: zimorodok, offer: 'name-color-tag/1', minutesAgo: 55, color: '#ffd166', ...listed },
    { by: lighthouse, offer: 'reskin-top/basic', minutesAgo: 12, end: 'unpaid' },
  ]
}

const minutesToPay = 2
/** An upload to the game server is ready about a quarter of a minute later. */
const minutesToDeliver = minutesToPay + 0.25
const minutesToGoBack = 2 * 24 * 60

/** The steps of one order. */
function stepsOfOrder(sandbox: SandboxCalls, story: OrderStory): readonly Step[] {
  const { by, minutesAgo, end, task } = story
  const body = orderBody(story)
  if (!body) return []
  const buyer = buyerOf(by)
  let orderId = ''
  let reference = ''
  const after = (minutes: number, run: Step['run']): Step => ({
    minutesAgo: minutesAgo - minutes,
    run,
  })
  const open = async (services: Services) => {
    const avatarUrl = avatarOf(services, by)
    const request = contract.openOrder.body.parse({ ...body.request, discordAvatarUrl: avatarUrl })
    const opened = await openOrder(services, buyer, request, null)
    orderId = opened.orderId
  }
  const pay = async (services: Services) => {
    const { providerOrderId } = await startPayment(services, buyer, [orderId])
    await sandbox.decide(providerOrderId, end === 'held' ? 'hold' : 'pay')
    const order = await collectPayment(services, buyer, orderId)
    reference = order.transaction_id ?? ''
  }
  const steps = [after(0, open)]
  if (end === 'unpaid') return steps
  steps.push(after(minutesToPay, pay))
  if (end === 'held') return steps
  if (body.isPerk) steps.push(after(minutesToDeliver, deliverPerks))
  if (end === 'refunded') {
    steps.push(
      after(minutesToGoBack, async (services) => {
        await sandbox.refund('paypal', reference)
        await syncPayment(services, reference)
        await deliverPerks(services)
      }),
    )
  } else if (end === 'disputed') {
    steps.push(
      after(minutesToGoBack, async (services) => {
        await syncDispute(services, await sandbox.openDispute(reference))
        await deliverPerks(services)
      }),
    )
  }
  if (task) {
    steps.push(
      after(task.afterMinutes, async (services) => {
        if (task.note !== undefined) {
          const picture = task.picture === undefined ? null : await readDemoPicture(task.picture)
          await addTaskNote(services, staff, orderId, { text: task.note, picture }, null)
        }
        await changeTask(services, staff, orderId, { state: task.state })
      }),
    )
  }
  return steps
}

function orderBody({ by, offer: key, color, isListed = false }: OrderStory) {
  const offer = catalogue.offers.find((known) => known.key === key)
  if (!offer) return null
  const price = toDecimal(offer.priceCents)
  const { name, type, durationMonths } = offer
  const item = {
    id: randomUUID(),
    name,
    type,
    price,
    ...(durationMonths !== null && { duration: durationMonths }),
    ...(color !== undefined && { color: parseHexColor(color) }),
  }
  const request = {
    steamId: by.steamId,
    discordUsername: by.name,
    items: [item],
    totalPrice: price,
    listedAsDonor: isListed,
  }
  return { request, isPerk: perkOf(offer.product) !== null }
}

function avatarOf({ config }: Services, { avatar }: Person): string | null {
  return avatar === null ? null : `${config.discord.avatarOrigin}/embed/avatars/${avatar}.png`
}

/** A payment with a button of an old page, without an order: it waits in the owner's inbox. */
function strayPayment(sandbox: SandboxCalls): Step {
  return {
    minutesAgo: daysAgo(2, 95),
    run: async (services) => {
      const offer = catalogue.offers.find(({ key }) => key === 'priority-queue/1')
      if (!offer?.hostedButtonId) return
      await syncPayment(services, await sandbox.payHostedButton(offer.hostedButtonId))
    },
  }
}
