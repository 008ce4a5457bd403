import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { TeamListings } from '#web/team/use-team-listings.ts'

/** How much was found, said to everybody. */
export function ListStatus({ list }: { readonly list: TeamListings }) {
  return <output className="block min-h-lh text-sm text-muted">{statusText(list)}</output>
}

function statusText({ listings, total, status, isCopy, hasMore }: TeamListings): string {
  if (status === 'loading') return m.team_list_loading()
  if (status === 'failed') return ''
  const shown = listings.length
  if (total === null || isCopy) return m.team_list_found({ count: shown })
  if (hasMore) {
    return m.team_list_found_more({ count: formatNumber(shown), total: formatNumber(total) })
  }
  return m.team_list_found({ count: total })
}
