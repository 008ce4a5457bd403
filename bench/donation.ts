import pg from 'pg'
import { z } from 'zod'
import { checkoutBody, openOrder, startPayment } from '#test/factories/checkout.ts'
import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { inParallel } from '#stress/calls.ts'
import { createVisitor, type Visitor } from '#test/visitor.ts'
import { createRawTables } from './limits/raw-tables.ts'
import { startRawPurchase } from './limits/start-raw-purchase.ts'
import { deliverAll, measurePurchases, type Delivery } from './load/requests.ts'
import { onPostgres } from './on-postgres.ts'
import { readProcessorSeconds } from './processor-time.ts'
import { median, note, reportExactly, reportRatio } from './report.ts'
import { buyingPath, soldItem, steamIds } from './skin-shop.ts'

const repeats = 3
const clients = 16
const agreed = 'CHECKOUT.ORDER.APPROVED'
const taken = 'PAYMENT.CAPTURE.COMPLETED'
const lostWebhook = z.looseObject({
  lost: z.literal(true),
  headers: z.record(z.string(), z.string()),
  rawBody: z.string(),
})

/**
 * Donations per second (P3): an order waits for its payment, PayPal's webhook reports the approval,
 * we capture the money, deliver, write the event for all pages, and answer. Then PayPal reports the
 * capture, which is measured as well. Option: `--donations=400`, in each of the repeats.
 */
export function donation(options: ReadonlyMap<string, string>): Promise<void> {
  const count = Number(options.get('donations') ?? 400)
  return onPostgres(async ({ url: serverUrl }) => {
    const limits = await createPostgresDatabase(serverUrl)
    await createRawTables(limits.url, soldItem.id, steamIds)
    const raw = await startRawPurchase(limits.url, 'function')
    const { url } = await createPostgresDatabase(serverUrl)
    const product = await startProduct({ DATABASE_URL: url, TRUSTED_PROXIES: '127.0.0.1' })
    const setup: Setup = {
      product,
      count,
      measureRaw: () =>
        measurePurchases({
          ports: [raw.port],
          path: buyingPath,
          clients,
          steamIds,
          item: soldItem,
        }),
    }
    try {
      report(
        'of a minimal server with one SQL function',
        await measure(setup, [agreed, taken]),
        0.04,
      )
      const withSecond = await measure(setup, [agreed])
      report('of it, with PayPal’s word on the money taken', withSecond, null)
      reportExactly(
        'of all donations not delivered',
        2 * repeats * count - (await countSettled(url)),
      )
    } finally {
      await product.stop()
      await raw.program.stop()
    }
  })
}

function report(what: string, measured: Measured, goal: number | null): void {
  const { perSecond, rawPerSecond, serverMs, sandboxMs } = measured
  reportRatio(what, median(perSecond), median(rawPerSecond), goal)
  note(
    `${what}: processor time ${median(serverMs).toFixed(1)} ms of the server, ${median(sandboxMs).toFixed(1)} ms of the sandbox that plays PayPal on the same machine`,
  )
}

interface Setup {
  readonly product: RunningProduct
  readonly count: number
  readonly measureRaw: () => Promise<number>
}

interface Measured {
  readonly perSecond: readonly number[]
  readonly rawPerSecond: readonly number[]
  /** Processor time of one donation. */
  readonly serverMs: readonly number[]
  readonly sandboxMs: readonly number[]
}

/** `heldBack` are the webhooks that PayPal does not send by itself; we send the first of them. */
async function measure(
  { product, count, measureRaw }: Setup,
  heldBack: readonly string[],
): Promise<Measured> {
  const measured: Record<keyof Measured, number[]> = {
    perSecond: [],
    rawPerSecond: [],
    serverMs: [],
    sandboxMs: [],
  }
  const port = Number(new URL(product.origin).port)
  const [server, sandbox] = [product.readPid() ?? 0, product.readSandboxPid() ?? 0]
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const requests = await prepare(product, count, heldBack)
    measured.rawPerSecond.push(await measureRaw())
    const before = [readProcessorSeconds(server), readProcessorSeconds(sandbox)] as const
    const seconds = await deliverAll({ port, path: '/webhooks/paypal', clients, requests })
    measured.perSecond.push(count / seconds)
    measured.serverMs.push(((readProcessorSeconds(server) - before[0]) * 1000) / count)
    measured.sandboxMs.push(((readProcessorSeconds(sandbox) - before[1]) * 1000) / count)
  }
  return measured
}

let buyersSoFar = 0

/** Orders approved in PayPal's window, with their webhooks not sent yet. */
async function prepare(
  { origin, sandboxOrigin }: RunningProduct,
  count: number,
  heldBack: readonly string[],
): Promise<Delivery['requests']> {
  const sandbox = createSandboxControl(sandboxOrigin)
  await sandbox.reset()
  for (const eventType of heldBack) {
    await sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType, times: count })
  }
  const buyers = Array.from({ length: count }, () => (buyersSoFar += 1))
  await inParallel(buyers, clients, async (index) => {
    const buyer = comesFrom(createVisitor(origin), `198.18.${index >> 8}.${index & 255}`)
    const order = checkoutBody({ steamId: steamIds[index % steamIds.length] })
    await sandbox.decide(await startPayment(buyer, await openOrder(buyer, order)), 'pay')
  })
  const events = (await sandbox.readLog('paypal')).flatMap(
    (entry) => lostWebhook.safeParse(entry).data ?? [],
  )
  if (events.length !== count) throw new Error(`${events.length} webhooks for ${count} orders`)
  return events.map(({ headers, rawBody }) => ({ headers, body: rawBody }))
}

/** The product trusts this machine as a proxy, and limits how many orders one network may open. */
function comesFrom(visitor: Visitor, address: string): Visitor {
  const post: Visitor['post'] = (path, body) =>
    visitor.post(path, body, { 'x-forwarded-for': address })
  return { ...visitor, post }
}

/** Delivered orders, once the pages have all their events. */
async function countSettled(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>(`
      select count(*) from purchases join orders on orders.id = order_id
      where orders.status = 'paid'
        and (select count(*) from events where name = 'purchase') = (select count(*) from purchases)`)
    return Number(rows[0]?.count)
  } finally {
    await client.end()
  }
}
