import { createHash } from 'node:crypto'
import type { PublicSite, ReachedGoal, SiteView } from '#contract/site.ts'
import type { Unchanged } from '#contract/endpoint.ts'
import type { Site } from './site.ts'

/** What everybody may know at this time, under legal texts of this version, with the goal of this month. */
export function publicSite(
  site: Site,
  now: Date,
  legalVersion: string,
  goal: ReachedGoal | null = null,
): PublicSite & Unchanged<SiteView> {
  const { announceStartedCheckouts: _own, ...community } = site.community
  const { nameTagPrefix: _prefix, ...server } = site.server
  const { ranks, people, products, prices, packTerms: packs } = site
  const notices = site.notices.filter(
    ({ from, until }) =>
      Date.parse(from) <= now.getTime() && !(until && Date.parse(until) <= now.getTime()),
  )
  const times = site.notices.flatMap(({ from, until = from }) => [from, until].map(Date.parse))
  const nextTime = Math.min(...times.filter((time) => time > now.getTime()))
  const noticesChangeAt = nextTime === Infinity ? null : new Date(nextTime).toISOString()
  const view = {
    community,
    server,
    ranks,
    people,
    products,
    prices,
    packs,
    notices,
    noticesChangeAt,
    legalVersion,
    goal,
  }
  const version = createHash('sha256').update(JSON.stringify(view)).digest('base64url')
  return { version, ...view, sales: [] }
}
