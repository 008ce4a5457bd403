import { CompiledQuery, sql } from 'kysely'
import { z } from 'zod'
import type { Services, Trx } from '#server/services/context.ts'
import { type Scene, event, staff, who } from './event.ts'
import { listings } from './listings.ts'
import { offers } from './offers.ts'
import { deliverPerks, perks } from './perks.ts'
import type { SandboxCalls } from './sandbox-calls.ts'
import { sales } from './sales.ts'
import { skins } from './skins.ts'
import story from './story.json' with { type: 'json' }
import { staffRoles } from '#domain/rights.ts'
import { addPerson } from '#server/services/staff/people.ts'

const invite = event(
  z.object({ whom: who, role: z.enum(staffRoles) }),
  ({ services }, { whom: { name, discordId }, role }) =>
    addPerson(services, staff, { name, discordId, role }),
)

const staffChanges = { invite }

const verbs = new Map(
  Object.entries({ ...sales, ...offers, ...perks, ...skins, ...listings, ...staffChanges }),
)

const minutesOf = { d: 24 * 60, h: 60, m: 1 }
/** How long before the first start, as in `3d 4h 20m`, in minutes. */
const ago = z
  .string()
  .regex(/^\d+[dhm](?: \d+[hm])*$/)
  .transform((text) =>
    Object.entries(minutesOf)
      .map(([unit, minutes]) => minutes * Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0))
      .reduce((sum, minutes) => sum + minutes),
  )
const eventHead = z.object({ ago, did: z.string() })

/** Plays the events of `story.json`, the oldest first, each by the services of its own time. */
export async function playStory(
  services: Services,
  trx: Trx,
  start: Date,
  sandbox: SandboxCalls,
): Promise<void> {
  const events = story.events
    .map((given) => {
      const { ago: minutesAgo, did } = eventHead.parse(given)
      const happen = verbs.get(did)?.(given)
      if (!happen) throw new Error(`story.json: nobody can "${did}"`)
      return { minutesAgo, happen }
    })
    .toSorted((a, b) => b.minutesAgo - a.minutesAgo)
  const made: Scene['made'] = new Map()
  const disk: Scene['disk'] = { isFull: false }
  for (const { minutesAgo, happen } of events) {
    let at = minutesBefore(start, minutesAgo)
    const wait = async (minutes: number) => {
      await moveTimes(trx, start, at)
      at = minutesBefore(at, -minutes)
      return servicesAt(services, trx, at)
    }
    const scene = { services: servicesAt(services, trx, at), sandbox, wait, made, disk }
    await happen(scene)
    await deliverPerks(scene)
    await moveTimes(trx, start, at)
  }
}

export function minutesBefore(time: Date, minutes: number): Date {
  return new Date(time.getTime() - minutes * 60_000)
}

/** The services inside this transaction, by a clock that stands. Their messages are not sent. */
export function servicesAt(services: Services, trx: Trx, at: Date): Services {
  return {
    ...services,
    // The sandbox's hosted buttons have no order of ours to pay.
    config: { ...services.config, paypal: { ...services.config.paypal, driver: 'orders' } },
    clock: () => at,
    jobs: { sendMessage: () => Promise.resolve() },
    database: {
      ...services.database,
      db: trx,
      withoutStatementTimeout: trx,
      transaction: (work) => work(trx),
      runText: async <Row>(text: string, values: readonly unknown[]) =>
        (await trx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
    },
  }
}

/** The sandbox writes whole seconds. */
const toleranceMilliseconds = 2000

/** Moves what the database and the sandbox wrote by their own clocks, which cannot be set. */
async function moveTimes(trx: Trx, start: Date, at: Date): Promise<void> {
  const recent = new Date(start.getTime() - toleranceMilliseconds)
  await sql`
    with moved_orders as (
      update orders set created_at = ${at} where created_at = now()
    ), moved_provider_orders as (
      update provider_orders set created_at = ${at} where created_at = now()
    ), moved_purchases as (
      update purchases set created_at = ${at} where created_at = now()
    ), moved_disputes as (
      update disputes set opened_at = ${at} where opened_at > ${recent}
    ), moved_money as (
      update money_movements set moved_at = ${at} where moved_at > ${recent}
    )
    update payments set made_at = least(made_at, ${at}), created_at = least(created_at, ${at}),
      updated_at = least(updated_at, ${at})
    where made_at > ${recent} or created_at = now()`.execute(trx)
}
