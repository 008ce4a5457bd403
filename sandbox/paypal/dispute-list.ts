import { z } from 'zod'
import { presentDisputeBriefly } from './dispute-view.ts'
import { errorAnswer } from './errors.ts'
import type { FakePayPal } from './fake-paypal.ts'

const mostDays = 180
const path = '/v1/customer/disputes'

const listQuery = z.strictObject({
  start_time: z.iso
    .datetime()
    .refine((time) => Date.parse(time) >= Date.now() - mostDays * 24 * 60 * 60_000)
    .optional(),
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  /** The last dispute of the page before. */
  next_page_token: z.string().optional(),
})

/** The shop's disputes, the newest first. https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_list */
export function listDisputes(
  { state, origin }: FakePayPal,
  query: Record<string, string>,
): Response {
  const { data } = listQuery.safeParse(query)
  if (!data) return errorAnswer({ status: 400, issue: 'INVALID_PARAMETER_VALUE' })
  const since = Date.parse(data.start_time ?? '1970-01-01T00:00:00Z')
  const disputes = [...state.disputes.values()]
    .filter(({ createTime }) => Date.parse(createTime) >= since)
    .toReversed()
  const from = disputes.findIndex(({ id }) => id === data.next_page_token) + 1
  const page = disputes.slice(from, from + data.page_size)
  const last = page.at(-1)
  const hasMore = from + page.length < disputes.length
  const addressOf = (more: Record<string, string>): string =>
    `${origin}${path}?${new URLSearchParams({ ...query, ...more }).toString()}`
  return Response.json({
    items: page.map((dispute) => presentDisputeBriefly(origin, dispute)),
    links: [
      { href: addressOf({}), rel: 'self', method: 'GET' },
      ...(last && hasMore
        ? [{ href: addressOf({ next_page_token: last.id }), rel: 'next', method: 'GET' }]
        : []),
    ],
  })
}
