import { sql, type RawBuilder } from 'kysely'
import {
  csvHead,
  csvRow,
  monthPeriod,
  netOf,
  summarize,
  type BookRow,
  type Entry,
} from '#domain/books.ts'
import { csvMark } from '#domain/csv.ts'
import { monthAt, type Month } from '#domain/time-zone.ts'
import type { PaymentProviderName } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'

const mostRows = 200

/** The figures of a month and its latest movements. */
export async function readBooks(services: Services, given: Month | undefined) {
  const { timeZone, month, currentMonth, period } = findMonth(services, given)
  const [counted, rows, first] = await Promise.all([
    readGroups(services, period),
    readRows(services, period, { limit: mostRows, newestFirst: true }),
    readFirst(services),
  ])
  return {
    month,
    currentMonth,
    firstMonth: first ? monthAt(timeZone, first) : currentMonth,
    ...summarize(counted),
    rows: rows.map((row) => ({ ...row, netCents: netOf(row) })),
    rowCount: counted.reduce((sum, { count }) => sum + count, 0),
  }
}

const rowsAtOnce = 1000

/** All movements of a month as the lines of a file, the oldest first, read part by part. */
export function writeBooks(services: Services, given: Month | undefined) {
  const { timeZone, month, period } = findMonth(services, given)
  async function* lines(): AsyncGenerator<string> {
    const currencies = await readCurrencies(services, period)
    yield csvMark + csvHead(currencies)
    let after: StoredRow | undefined
    do {
      const rows: StoredRow[] = await readRows(services, period, { limit: rowsAtOnce, after })
      yield rows.map((row) => csvRow(row, currencies, timeZone)).join('')
      after = rows.length < rowsAtOnce ? undefined : rows.at(-1)
    } while (after)
  }
  return { name: `books-${month}.csv`, lines: lines() }
}

type Period = ReturnType<typeof monthPeriod>

function findMonth({ site, clock }: Services, given: Month | undefined) {
  const { timeZone } = site.current().server.restarts
  const currentMonth = monthAt(timeZone, clock())
  const month = given ?? currentMonth
  return { timeZone, month, currentMonth, period: monthPeriod(timeZone, month) }
}

/** Of the modes that the shop runs in, and on our own accounts. */
function movements({ paypal, stripe }: Services): RawBuilder<unknown> {
  return sql`
    money_movements m
    left join payments p on p.id = m.payment_id
    left join orders o on o.id = p.order_id
    left join krypto_orders k on k.id = m.krypto_order_id
    left join offers f on f.id = coalesce(o.offer_id, k.offer_id)
    where (p.provider_mode = ${paypal.mode}
        and p.unmatched_reason is distinct from 'payee_mismatch'
      or k.provider_mode = ${stripe.mode})`
}

function within({ from, to }: Period): RawBuilder<unknown> {
  return sql`m.moved_at >= ${from} and m.moved_at < ${to}`
}

const productKey = sql`case when k.id is null then o.offer_key else 'pack/' || k.amount end`
const productName = sql`case when k.id is null then o.item_name else k.amount || ' Kr' end`
const offer = sql`case when f.id is not null then json_build_object(
  'id', f.id, 'kind', f.kind, 'value', f.value, 'code', f.code, 'note', f.note) end as offer`

interface Products {
  readonly productKey: string | null
  readonly productName: string | null
  readonly durationMonths: number | null
}

function readProduct(row: Products): Entry['product'] {
  const { productKey: key, productName: name, durationMonths } = row
  return key === null ? null : { key, name: name ?? key, durationMonths }
}

/** The movements that differ in their amounts alone, added up. */
async function readGroups(services: Services, period: Period) {
  const { rows } = await sql<Omit<Entry, 'product'> & Products & { readonly count: number }>`
    select m.kind, ${productKey} as "productKey", max(${productName}) as "productName",
      coalesce(p.payer_country, k.payer_country) as country, ${offer},
      m.currency, m.fee_currency as "feeCurrency", m.settled_currency as "settledCurrency",
      sum(m.gross_cents)::bigint as "grossCents", sum(m.fee_cents)::bigint as "feeCents",
      sum(m.settled_cents)::bigint as "settledNetCents", count(*)::int as count,
      max(o.duration_months) as "durationMonths"
    from ${movements(services)} and ${within(period)}
    group by m.kind, 2, 4, f.id, m.currency, m.fee_currency, m.settled_currency`.execute(
    services.database.db,
  )
  return rows.map(({ count, ...row }) => ({
    count,
    entry: { ...row, product: readProduct(row) },
  }))
}

interface StoredRow extends BookRow {
  readonly provider: PaymentProviderName
  /** To the microsecond, which JavaScript would round. */
  readonly position: string
}

interface Part {
  readonly limit: number
  readonly newestFirst?: boolean
  readonly after?: StoredRow | undefined
}

async function readRows(
  services: Services,
  period: Period,
  { limit, newestFirst = false, after }: Part,
): Promise<StoredRow[]> {
  const direction = newestFirst ? sql`desc` : sql`asc`
  const rest = after
    ? sql`and (m.moved_at, m.provider, m.reference)
        > (${after.position}::timestamptz, ${after.provider}, ${after.reference})`
    : sql``
  const { rows } = await sql<Omit<StoredRow, 'product'> & Products>`
    select m.provider, m.reference, m.kind, m.moved_at as "movedAt", m.moved_at::text as position,
      ${productKey} as "productKey", ${productName} as "productName",
      o.duration_months as "durationMonths",
      coalesce(p.payer_country, k.payer_country) as country, ${offer},
      coalesce(o.list_price_cents, k.list_price_cents) as "listPriceCents",
      m.gross_cents as "grossCents", m.currency,
      m.fee_cents as "feeCents", m.fee_currency as "feeCurrency",
      m.settled_cents as "settledNetCents", m.settled_currency as "settledCurrency",
      coalesce(p.reference, k.payment_intent, m.reference) as "paymentReference",
      coalesce(p.order_id, k.id) as "orderId"
    from ${movements(services)} and ${within(period)} ${rest}
    order by m.moved_at ${direction}, m.provider ${direction}, m.reference ${direction}
    limit ${limit}`.execute(services.database.db)
  return rows.map((row) => ({ ...row, product: readProduct(row) }))
}

async function readCurrencies(services: Services, period: Period): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from (
      select unnest(array[m.currency, m.fee_currency, m.settled_currency]) as currency
      from ${movements(services)} and ${within(period)}
    ) as found
    where currency is not null order by currency`.execute(services.database.db)
  return rows.map(({ currency }) => currency)
}

async function readFirst(services: Services): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(m.moved_at) as first from ${movements(services)}`.execute(services.database.db)
  return rows[0]?.first ?? null
}
