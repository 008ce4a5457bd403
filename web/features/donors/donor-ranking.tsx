import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Donor } from '#contract/donors.ts'
import { donorRanks, type DonorRank } from '#domain/donors.ts'
import { cents } from '#domain/money.ts'
import { call } from '#web/app/api-client.ts'
import { Avatar } from '#web/app/frame/avatar.tsx'
import { Link } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { donorsAddress } from '#contract/page-renderer.ts'
import { queryKeys, useServerData } from '#web/app/query-client.ts'
import { site } from '#web/app/site.ts'
import { Icon } from '#web/art/icon.tsx'
import { formatCents, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'

export function DonorRanking() {
  const { state, isFetching, refetch } = useServerData(donorsQuery)
  return (
    <Panel title={m.donation_donors_title()}>
      {state.status === 'waiting' && <LoadingDonors />}
      {state.status === 'failed' && <DonorsFailure isFetching={isFetching} onRetry={refetch} />}
      {state.status === 'answered' && state.value.length === 0 && <NoDonors />}
      {state.status === 'answered' && state.value.length > 0 && (
        <DonorEntries donors={state.value} />
      )}
      <p className="mt-5 text-sm text-muted">{m.donation_donors_how()}</p>
      <Link
        href={paths.orders()}
        className="inline-flex min-h-11 items-center text-sm text-crystal underline underline-offset-4"
      >
        {m.orders_title()}
      </Link>
      <RankLegend />
    </Panel>
  )
}

export const donorsQuery = {
  ...queryOptions({
    queryKey: queryKeys.donors,
    queryFn: () => call(import('#contract/donors.ts').then(({ rankDonors }) => rankDonors)),
  }),
  address: donorsAddress,
}

function NoDonors() {
  return (
    <p className="flex items-start gap-3 text-muted">
      <Icon name="crystal" className="size-6 text-crystal" />
      {m.donation_donors_empty()}
    </p>
  )
}

function LoadingDonors() {
  return (
    <div className="grid gap-3">
      <LoadingText>{m.donation_donors_loading()}</LoadingText>
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
  )
}

interface DonorsFailureProps {
  readonly isFetching: boolean
  readonly onRetry: () => Promise<unknown>
}

/** Not an alert, because a visitor who came to donate need not be warned. */
function DonorsFailure({ isFetching, onRetry }: DonorsFailureProps) {
  return (
    <output className="block text-muted">
      <span className="block">{m.donation_donors_failed()}</span>
      <Button tone="secondary" className="mt-3" pending={isFetching} onClick={() => void onRetry()}>
        {m.retry()}
      </Button>
    </output>
  )
}

const initialCount = 10

/** The donors by their total, the first ten until the visitor opens the full list. */
function DonorEntries({ donors }: { readonly donors: readonly Donor[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const hasMore = donors.length > initialCount && !showsAll
  const shown = showsAll ? donors : donors.slice(0, initialCount)

  useEffect(() => {
    // The button that had the focus is gone.
    if (showsAll) list.current?.focus()
  }, [showsAll])

  return (
    <>
      <ol ref={list} tabIndex={-1} aria-label={m.donation_donors_title()} className="-my-1">
        {shown.map((donor, index) => (
          // Two donors may have the same name and total, so only the place is unique.
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
        <span
          translate="no"
          className="block truncate font-display font-semibold"
          title={donor.name}
        >
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

function RankLegend() {
  return (
    <div className="mt-3 border-t border-line pt-4">
      <h3 className="mb-3 text-base">{m.donation_ranks_title()}</h3>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-2.5">
        {donorRanks.map((rank) => (
          <li key={rank} className="flex items-center gap-2.5 text-sm text-muted">
            <RankBadge rank={rank} className="size-7" />
            <span>
              {m.donation_ranks_from({
                amount: formatCents(cents(site().ranks[rank] * 100)),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RankBadgeProps {
  readonly rank: DonorRank
  readonly className?: string
}

function RankBadge({ rank, className = 'size-9' }: RankBadgeProps) {
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

/** Yellow, red, purple, blue, green and grey, light enough for a dark letter. */
export const rankColors: Readonly<Record<DonorRank, `#${string}`>> = {
  S: '#ffd447',
  A: '#ff7a6b',
  B: '#c08bff',
  C: '#63b4ff',
  D: '#4fd07f',
  E: '#a3b0a8',
}

export const rankLetterColor = '#041107'
