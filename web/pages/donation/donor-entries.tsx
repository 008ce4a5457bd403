import { useEffect, useRef, useState } from 'react'
import type { Donor, DonorList } from '#contract/donors.ts'
import { cents } from '#domain/money.ts'
import { Avatar } from '#web/components/frame/avatar.tsx'
import { formatCents, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { RankBadge } from './rank-badge.tsx'

const shownAtFirst = 10

/** The donors by what they gave, the first ten until someone asks for all. */
export function DonorEntries({ donors }: { readonly donors: DonorList }) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const hasMore = donors.length > shownAtFirst && !showsAll
  const shown = showsAll ? donors : donors.slice(0, shownAtFirst)

  useEffect(() => {
    // The button that had the focus is gone.
    if (showsAll) list.current?.focus()
  }, [showsAll])

  return (
    <>
      <ol ref={list} tabIndex={-1} aria-label={m.donation_donors_title()} className="-my-1">
        {shown.map((donor, index) => (
          // Two donors may have the same name and total: only their place tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <DonorEntry key={index} donor={donor} place={index + 1} />
        ))}
      </ol>
      {hasMore && (
        <Button tone="quiet" className="mt-2 w-full" onClick={() => setShowsAll(true)}>
          {m.donation_donors_all({ count: formatNumber(donors.length) })}
        </Button>
      )}
    </>
  )
}

interface DonorEntryProps {
  readonly donor: Donor
  /** From 1. */
  readonly place: number
}

function DonorEntry({ donor, place }: DonorEntryProps) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <span className="w-6 shrink-0 text-end font-display text-muted">{place}</span>
      <Avatar user={donor} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-display font-semibold" title={donor.name}>
          {donor.name}
        </span>
        <span className="block text-sm text-muted">
          {formatCents(cents(donor.totalSpentCents))}
        </span>
      </span>
      <RankBadge rank={donor.rank} />
    </li>
  )
}
