import { createHash } from 'node:crypto'
import type { PublicSite, ReachedGoal, SiteView } from '#contract/site.ts'
import type { Unchanged } from '#contract/endpoint.ts'
import type { SalesByKey } from '#domain/catalogue.ts'
import type { Site } from './site.ts'

/** What changes by itself: by the clock, and by what is paid. */
export interface Live {
  /** The sales that run, and when that changes next. */
  readonly sales: SalesByKey
  readonly changesAt: Date | null
  /** Of this month. */
  readonly goal: ReachedGoal | null
}

export const nothingLive: Live = { sales: {}, changesAt: null, goal: null }

/** What everybody may know at this time, under legal texts of this version. */
export function publicSite(
  site: Site,
  now: Date,
  legalVersion: string,
  { sales, changesAt, goal }: Live = nothingLive,
): PublicSite & Unchanged<SiteView> {
  const { announceStartedCheckouts: _own, ...community } = site.community
  const { nameTagPrefix: _prefix, ...server } = site.server
  const { seen: _seen, ...monetisation } = site.monetisation
  const { ranks, people, products, prices, packTerms: packs } = site
  const notices = site.notices.filter(
    ({ from, until }) =>
      Date.parse(from) <= now.getTime() && !(until && Date.parse(until) <= now.getTime()),
  )
  const times = site.notices.flatMap(({ from, until = from }) => [from, until].map(Date.parse))
  const nextTime = Math.min(
    ...times.filter((time) => time > now.getTime()),
    changesAt?.getTime() ?? Infinity,
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
    legalVersion,
    goal,
  }
  const version = createHash('sha256').update(JSON.stringify(view)).digest('base64url')
  return { version, ...view }
}
