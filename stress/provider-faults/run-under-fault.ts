import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { DatabaseLocation } from '#server/db/database.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { reconcileDisputes } from '#server/services/payments/reconcile-disputes.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { findDifferences } from '#test/audit.ts'
import { cleanUp } from '#test/cleanups.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { auditPacks } from '#stress/pack-audit.ts'
import { createRandom } from '#test/random.ts'
import { watchPages, type Watch } from '#stress/watch-pages.ts'
import { calls, type FaultKind } from './calls.ts'
import { countWrongStatuses, readStatuses } from './game-servers.ts'
import { buyPack, donate, signInAndClaim, type Setup } from './journeys.ts'
import { createPeople, type Reception } from './people.ts'

export interface FaultFigures extends Reception {
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
export async function runUnderFault(
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
