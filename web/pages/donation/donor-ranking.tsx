import { useEffect } from 'react'
import type { DonorList } from '#contract/donors.ts'
import { requestJson } from '#web/api/client.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { subscribeToPurchases } from '#web/realtime.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DonorEntries } from './donor-entries.tsx'
import { RankLegend } from './rank-legend.tsx'

/** Who supports the server and chose to be named; up to date with every purchase. */
export function DonorRanking() {
  const { state, isAsking, askAgain } = useAnswer(fetchDonors)
  useEffect(() => subscribeToPurchases(() => void askAgain()), [askAgain])

  return (
    <Panel title={m.donation_donors_title()}>
      {state.status === 'waiting' && <LoadingDonors />}
      {state.status === 'failed' && <DonorsFailure isAsking={isAsking} onRetry={askAgain} />}
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

function fetchDonors(): Promise<DonorList> {
  return requestJson('/api/donors')
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
      <p aria-live="polite" className="sr-only">
        {m.donation_donors_loading()}
      </p>
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
  )
}

interface DonorsFailureProps {
  readonly isAsking: boolean
  readonly onRetry: () => Promise<void>
}

/** Quiet: nobody who came to give has to be warned of it. */
function DonorsFailure({ isAsking, onRetry }: DonorsFailureProps) {
  return (
    <output className="block text-muted">
      <span className="block">{m.donation_donors_failed()}</span>
      <Button tone="secondary" className="mt-3" pending={isAsking} onClick={() => void onRetry()}>
        {m.checkout_retry()}
      </Button>
    </output>
  )
}
