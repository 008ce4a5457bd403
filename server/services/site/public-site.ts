import { createHash } from 'node:crypto'
import type { PublicSite, ReachedGoal } from '#contract/site.ts'
import type { SalesByKey } from '#domain/catalogue.ts'
import type { Site } from './site.ts'

/** What changes by itself: by the clock, and by what is paid. */
export interface Live {
  /** The sales that run, and when the next one begins. */
  readonly sales: SalesByKey
  readonly nextSaleAt: Date | null
  /** Of this month. */
  readonly goal: ReachedGoal | null
}

export const nothingLive: Live = { sales: {}, nextSaleAt: null, goal: null }

const askMilliseconds = 5 * 60_000

/** What everybody may know at this time. */
export function publicSite(
  site: Site,
  now: Date,
  selling: Pick<PublicSite, 'legalVersion' | 'takesCodes'>,
  { sales, nextSaleAt, goal }: Live = nothingLive,
): PublicSite {
  const { announceStartedCheckouts: _own, ...community } = site.community
  const { nameTagPrefix: _prefix, ...server } = site.server
  const { seen: _seen, ...monetisation } = site.monetisation
  const { ranks, people, products, prices, packTerms: packs } = site
  const notices = site.notices.filter(
    ({ from, until }) =>
      Date.parse(from) <= now.getTime() && !(until && Date.parse(until) <= now.getTime()),
  )
  const starts = [...site.notices.map(({ from }) => Date.parse(from)), Number(nextSaleAt)]
  const ends = [
    ...notices.map(({ until }) => until),
    ...Object.values(sales).map((sale) => sale.endsAt),
  ]
  // Nobody may know when something begins: until shortly before, pages only learn when to ask again.
  const nextAsk = (Math.floor(now.getTime() / askMilliseconds) + 1) * askMilliseconds
  const nextTime = Math.min(
    ...starts.filter((time) => time > now.getTime()).map((time) => Math.min(time, nextAsk)),
    ...ends.flatMap((end) => (end ? Date.parse(end) : [])),
  )
  const view = {
    community,
    server,
    ranks,
    people,
    products,
    prices,
    packs,
    monetisation,
    notices,
    sales,
    changesAt: nextTime === Infinity ? null : new Date(nextTime).toISOString(),
    ...selling,
    goal,
  }
  const version = createHash('sha256').update(JSON.stringify(view)).digest('base64url')
  return { version, ...view }
}
