import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { note, reportAtMost, reportExactly, under } from '#bench/report.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { reconcileDisputes } from '#server/services/payments/reconcile-disputes.ts'
import { findDifferences } from '#test/audit.ts'
import { cleanUp } from '#test/cleanups.ts'
import { createRandom } from '#test/random.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { defineStress, onDatabases } from './define-stress.ts'
import { auditPacks } from './pack-histories.ts'
import { buyPack, donate, type Setup, signInAndClaim } from './provider-faults/journeys.ts'
import {
  countWrongStatuses,
  createPeople,
  readStatuses,
  type Reception,
} from './provider-faults/people.ts'
import { type Watch, watchPages } from './watch-pages.ts'

interface Settings {
  /** Donors, and as many buyers of packs, at once. */
  readonly crowd: number
  readonly seed: number
}

/** How long our pages wait for an answer; see `web/app/api-client.ts`. */
const timeoutMilliseconds = 15_000
/** With these the provider itself reports that it did nothing, so that nothing may happen twice. */
const refusals: ReadonlySet<FaultKind> = new Set(['500', '429'])

/** Every call of every provider fails in every way while people donate, buy, sign in and claim (R7). */
export const providerFaults = defineStress(
  { crowd: 12, seed: Date.now() % 1_000_000 },
  (setting) => {
    const settings = { crowd: setting('crowd'), seed: setting('seed') }
    return onDatabases((location) => failInEveryWay(location, settings))
  },
)

async function failInEveryWay(location: DatabaseLocation, settings: Settings): Promise<boolean> {
  note(`seed ${settings.seed}, ${settings.crowd} donors and as many buyers of packs at once`)
  // What is slow only the first time must not count for the faults.
  await runUnderFault(location, null, { ...settings, seed: settings.seed - 1 })
  const normal = await runUnderFault(location, null, settings)
  note(`while all is well the other pages’ p99 is ${normal.pages.p99Milliseconds.toFixed(1)} ms`)
  let isMet = true
  for (const [index, kind] of faultKinds.entries()) {
    // Other people each time, so that nobody reaches their own limits of the time before.
    const others = { ...settings, seed: settings.seed + 1 + index }
    const report = async (): Promise<boolean> =>
      reportFault(kind, await runUnderFault(location, kind, others), normal)
    isMet = (await under(kind, report)) && isMet
  }
  return isMet
}

function reportFault(kind: FaultKind, figures: FaultFigures, normal: FaultFigures): boolean {
  const { answers, comeAgain, unclear, differences, messages, pages, unmet } = figures
  note(
    `${answers} answers, ${comeAgain} of them "come again"; the slowest after ${(figures.slowestMilliseconds / 1000).toFixed(1)} s; ${messages.repeated} messages sent again`,
  )
  for (const words of [...unclear, ...differences, ...unmet].slice(0, 10)) note(words)
  return [
    reportExactly('differences from the providers’ books afterwards', differences.length),
    reportExactly('messages that the staff never got', messages.lost),
    ...(refusals.has(kind)
      ? [reportExactly('messages that the staff got twice', messages.repeated)]
      : []),
    reportExactly('statuses of the game server that stayed wrong', figures.wrongStatuses),
    reportExactly('answers that were unclear', unclear.length),
    reportAtMost(
      'slowest answer',
      figures.slowestMilliseconds / 1000,
      timeoutMilliseconds / 1000,
      's',
    ),
    reportExactly('other pages that failed', pages.failures),
    reportAtMost(
      'other pages’ p99 in times of normal',
      pages.p99Milliseconds / normal.pages.p99Milliseconds,
      2,
    ),
    reportExactly('calls that no fault has met', unmet.length),
  ].every(Boolean)
}

interface FaultFigures extends Reception {
  readonly pages: Watch
  /** Calls that no fault affected, so that this run says nothing about them. */
  readonly unmet: readonly string[]
  /** Differences between our records and the providers' once the faults are over, in words. */
  readonly differences: readonly string[]
  readonly messages: MessageFigures
  readonly wrongStatuses: number
}

interface MessageFigures {
  readonly lost: number
  /** Messages sent more than once; Discord may have accepted some without acknowledging them. */
  readonly repeated: number
}

const minute = 60_000
const pages = ['/api/shop-items', '/api/donors', '/api/session', '/api/server-status']
/** For each call; everybody retries after each. */
const faultsEach = 2
const slowMilliseconds = 3000
/** Only against endless waiting. */
const longestAftermathSeconds = 180

/** People use everything that needs a provider while each call fails a few times; null for no faults. */
async function runUnderFault(
  location: DatabaseLocation,
  kind: FaultKind | null,
  { crowd, seed }: { readonly crowd: number; readonly seed: number },
): Promise<FaultFigures> {
  const settings = { TRUSTED_PROXIES: '127.0.0.1', GAME_SERVER_SOURCE: 'battlemetrics' }
  const shop = await openShop(location, settings)
  const people = createPeople(shop, createRandom(seed))
  const setup: Setup = { shop, people, orderIds: [], sessionIds: [] }
  const before = (await readMessages(shop)).length
  const watched = pages.map((page) => shop.origin + page)
  const watch = await watchPages(watched, async () => {
    if (kind !== null) await addFaults(shop, kind)
    await Promise.all([
      ...Array.from({ length: crowd }, (_, turn) => donate(setup, turn)),
      ...Array.from({ length: crowd }, (_, turn) => buyPack(setup, turn)),
      signInAndClaim(setup),
      readStatuses(shop),
    ])
  })
  const aftermath = await waitForAftermath(setup, before)
  const unmet = await readFaultsLeft(shop)
  const wrongStatuses = await countWrongStatuses(shop)
  await cleanUp()
  return { ...people.reception(), ...aftermath, pages: watch, unmet, wrongStatuses }
}

async function addFaults({ sandbox }: TestShop, kind: FaultKind): Promise<void> {
  for (const call of calls) {
    // UDP has neither statuses nor connections.
    if (call.provider === 'a2s' && !['hang', 'slow', 'truncated'].includes(kind)) continue
    await sandbox.fail({ ...call, kind, times: faultsEach, delayMs: slowMilliseconds })
  }
}

async function readFaultsLeft({ sandbox }: TestShop): Promise<string[]> {
  const response = await fetch(`${sandbox.origin}/_sandbox/faults`)
  const faults = z
    .array(z.object({ provider: z.string(), path: z.string().optional(), times: z.number() }))
    .parse(await response.json())
  return faults
    .filter(({ times }) => times === faultsEach)
    .map(({ provider, path }) => `${provider} ${path ?? ''}`)
}

/** Lets the jobs run until delayed webhooks and messages have arrived. */
async function waitForAftermath(
  { shop, orderIds, sessionIds }: Setup,
  messagesBefore: number,
): Promise<Pick<FaultFigures, 'differences' | 'messages'>> {
  const { services } = shop
  for (let second = 0; ; second += 1) {
    if (second % 10 === 0) {
      shop.advanceClock(5 * minute)
      await Promise.all([
        reconcileOrders(services),
        reconcilePacks(services),
        reconcileDisputes(services),
      ])
    }
    const packs = await auditPacks(shop, new Set(sessionIds))
    const differences = [...(await findDifferences(shop, orderIds)), ...packs.wrong]
    const messages = await countMessages(shop, messagesBefore)
    const isOver = differences.length === 0 && messages.lost === 0
    if (isOver || second === longestAftermathSeconds) return { differences, messages }
    await sleep(1000)
  }
}

async function countMessages(shop: TestShop, before: number): Promise<MessageFigures> {
  const messages = await readMessages(shop)
  const log = await shop.sandbox.readLog('discord')
  const posted = log.filter((entry) => entry.kind === 'message').length
  const written = messages.length - before
  const unsent = messages.filter((message) => message.sent_at === null).length
  return { lost: Math.max(unsent, written - posted), repeated: Math.max(0, posted - written) }
}

function readMessages({ services }: TestShop) {
  return services.database.db.selectFrom('messages').select('sent_at').execute()
}

/** What can go wrong with a provider's answer. */
export const faultKinds = ['500', '429', 'hang', 'reset', 'slow', 'truncated'] as const
type FaultKind = (typeof faultKinds)[number]

interface FaultyCall {
  readonly provider: 'paypal' | 'stripe' | 'discord' | 'steam' | 'battlemetrics' | 'a2s'
  /** All paths by default. */
  readonly path?: string
}

/** Every call that the product makes of a provider; a longer path comes before its own prefix. */
export const calls: readonly FaultyCall[] = [
  { provider: 'paypal', path: '/v1/oauth2/token' },
  { provider: 'paypal', path: '/v2/checkout/orders/*/capture' },
  { provider: 'paypal', path: '/v2/checkout/orders/*' },
  { provider: 'paypal', path: '/v2/checkout/orders' },
  { provider: 'paypal', path: '/v2/payments/captures/*' },
  { provider: 'paypal', path: '/v2/payments/refunds/*' },
  { provider: 'paypal', path: '/v1/customer/disputes/*' },
  { provider: 'paypal', path: '/v1/notifications/certs/' },
  { provider: 'stripe', path: '/v1/checkout/sessions/*' },
  { provider: 'stripe', path: '/v1/checkout/sessions' },
  { provider: 'stripe', path: '/v1/disputes' },
  { provider: 'discord', path: '/api/webhooks/' },
  { provider: 'discord', path: '/api/oauth2/token' },
  { provider: 'discord', path: '/api/v10/users/@me' },
  { provider: 'steam', path: '/openid/login' },
  { provider: 'steam', path: '/ISteamUser/' },
  { provider: 'battlemetrics', path: '/servers/' },
  { provider: 'a2s' },
]
