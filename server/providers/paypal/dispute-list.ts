import { z } from 'zod'
import type { DisputeList } from '#server/providers/payment-provider.ts'
import { link, optionalTime, time } from './answers.ts'
import type { PayPalClient } from './client.ts'

/** A dispute with the parts of PayPal's list that show whether it is new or changed. */
export interface ListedDispute {
  readonly reference: string
  readonly changedAt: Date
}

/** Each page has 50 disputes. Other shops may use the account as well. */
const maxPages = 40

// https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_list
const path = '/v1/customer/disputes'

/** Each row is parsed by itself, so that one that cannot be read hides no others. */
const pageShape = z.object({
  items: z.array(z.unknown()).optional(),
  links: z.array(link).optional(),
})
const rowShape = z.object({
  dispute_id: z.string(),
  create_time: time,
  update_time: optionalTime,
})

/** Lists the disputes that were opened since then: at most 180 days ago. */
export async function listDisputes(
  send: PayPalClient['send'],
  openedSince: Date,
  hasTime: () => boolean,
): Promise<DisputeList<ListedDispute>> {
  const disputes: ListedDispute[] = []
  const stopAt = (detail: string): DisputeList<ListedDispute> => {
    return { disputes, detail: `list-disputes: ${detail}` }
  }
  let unread = 0
  const first = new URLSearchParams({ start_time: openedSince.toISOString(), page_size: '50' })
  let query = `?${first.toString()}`
  for (let page = 0; page < maxPages; page += 1) {
    if (!hasTime()) return stopAt('no time for all pages')
    const operation = 'list-disputes'
    const listed = await send({ operation, method: 'GET', path: path + query, shape: pageShape })
    if (listed.outcome === 'refused') return stopAt(`${listed.status} ${listed.issue}`)
    if (listed.outcome !== 'ok') return stopAt(listed.detail)
    const rows = (listed.answer.items ?? []).map((row) => rowShape.safeParse(row).data)
    for (const row of rows) {
      if (!row) unread += 1
      else
        disputes.push({ reference: row.dispute_id, changedAt: row.update_time ?? row.create_time })
    }
    const next = listed.answer.links?.find(({ rel }) => rel === 'next')?.href
    if (next === undefined) {
      return unread > 0 ? stopAt(`${unread} unreadable`) : { disputes, detail: null }
    }
    if (!URL.canParse(next)) return stopAt('no address to continue with')
    // Only its parameters: our token goes to no other address.
    query = new URL(next).search
  }
  return stopAt(`more than ${maxPages} pages`)
}
