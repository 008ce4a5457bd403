import type { DonorRank } from '#domain/donor-ranks.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { rankColors, rankLetterColor } from './rank-colors.ts'

interface RankBadgeProps {
  readonly rank: DonorRank
  readonly className?: string
}

/** A donor's rank: its letter on a cut stone of its colour. */
export function RankBadge({ rank, className = 'size-9' }: RankBadgeProps) {
  return (
    <>
      <svg viewBox="0 0 36 36" aria-hidden="true" className={`shrink-0 ${className}`}>
        <path fill={rankColors[rank]} d="M10 1h16l9 10v14l-9 10H10L1 25V11z" />
        <path fill="#fff" fillOpacity=".28" d="M10 1h16l9 10H1z" />
        <text
          x="18"
          y="24.5"
          fontSize="18"
          textAnchor="middle"
          fill={rankLetterColor}
          className="font-display font-bold"
        >
          {rank}
        </text>
      </svg>
      <span className="sr-only">{m.donation_donors_rank({ rank })}</span>
    </>
  )
}
