import type Stripe from 'stripe'
import { z } from 'zod'
import type { DisputeList } from '#server/providers/payment-provider.ts'
import {
  pageShape,
  readFinished,
  readListedDispute,
  type FinishedSession,
  type ListedDispute,
} from './answers.ts'
import { request } from './client.ts'

export interface FinishedList {
  readonly sessions: readonly FinishedSession[]
  /** Why the list may be incomplete, for the log; null when it is complete. */
  readonly gap: string | null
}

type StripeApi = Parameters<typeof request>[0]

interface ListRequest<Row> {
  readonly operation: string
  /** Null for a row that cannot be read. */
  readonly readRow: (row: unknown) => Row | null
  readonly openedSince: Date
  readonly hasTime: () => boolean
  readonly fetchPage: (
    stripe: Stripe,
    page: Pick<Stripe.DisputeListParams, 'created' | 'limit' | 'starting_after'>,
  ) => Promise<Stripe.Response<Stripe.ApiList<unknown>>>
}

const idShape = z.object({ id: z.string() })
/** Each has 100 rows. Other shops may use the account as well. */
const maxPages = 50

export async function listFinished(
  stripeApi: StripeApi,
  openedSince: Date,
  hasTime: () => boolean,
): Promise<FinishedList> {
  const { rows, gap } = await readList(stripeApi, {
    operation: 'list-sessions',
    readRow: readFinished,
    openedSince,
    hasTime,
    fetchPage: (stripe, page) => stripe.checkout.sessions.list({ status: 'complete', ...page }),
  })
  return { sessions: rows, gap }
}

export async function listDisputes(
  stripeApi: StripeApi,
  openedSince: Date,
  hasTime: () => boolean,
): Promise<DisputeList<ListedDispute>> {
  const { rows: disputes, gap } = await readList(stripeApi, {
    operation: 'list-all-disputes',
    readRow: readListedDispute,
    openedSince,
    hasTime,
    fetchPage: (stripe, page) => stripe.disputes.list(page),
  })
  return { disputes, detail: gap }
}

interface List<Row> {
  readonly rows: readonly Row[]
  /** Why the list may be incomplete; null when it is complete. */
  readonly gap: string | null
}

/** Reads a list page by page, the newest rows first. */
async function readList<Row>(
  stripeApi: StripeApi,
  { operation, readRow, openedSince, hasTime, fetchPage }: ListRequest<Row>,
): Promise<List<Row>> {
  const rows: Row[] = []
  const stopAt = (detail: string): List<Row> => ({ rows, gap: `${operation}: ${detail}` })
  let unread = 0
  let after: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    if (!hasTime()) return stopAt('no time for all pages')
    const listed = await request(stripeApi, operation, pageShape, (stripe) =>
      fetchPage(stripe, {
        created: { gte: Math.floor(openedSince.getTime() / 1000) },
        limit: 100,
        ...(after !== undefined && { starting_after: after }),
      }),
    )
    if (listed.outcome !== 'ok') {
      return { rows, gap: 'detail' in listed ? listed.detail : `${operation}: not found` }
    }
    const { data, has_more: hasMore } = listed.answer
    const read = data.map(readRow).filter((row) => row !== null)
    rows.push(...read)
    unread += data.length - read.length
    if (!hasMore) return unread > 0 ? stopAt(`${unread} unreadable`) : { rows, gap: null }
    const last = idShape.safeParse(data.at(-1))
    if (!last.success) return stopAt('no id to go on from')
    after = last.data.id
  }
  return stopAt(`more than ${maxPages} pages`)
}
