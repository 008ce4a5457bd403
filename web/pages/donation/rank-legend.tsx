import { donorRanks } from '#domain/donor-ranks.ts'
import { cents } from '#domain/money.ts'
import { siteConfig } from '#site/community.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { RankBadge } from './rank-badge.tsx'

/** From which total a donor has which rank. */
export function RankLegend() {
  return (
    <div className="mt-3 border-t border-line pt-4">
      <h3 className="mb-3 text-base">{m.donation_ranks_title()}</h3>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-2.5">
        {donorRanks.map((rank) => (
          <li key={rank} className="flex items-center gap-2.5 text-sm text-muted">
            <RankBadge rank={rank} className="size-7" />
            {m.donation_ranks_from({
              amount: formatCents(cents(siteConfig.donorRanksFromEuros[rank] * 100)),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
