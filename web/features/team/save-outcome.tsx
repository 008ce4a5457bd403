import { useMutation } from '@tanstack/react-query'
import { listingLifetimeDays, mostListingsPerMaker } from '#domain/team.ts'
import type { ApiProblem, FailureCode } from '#web/app/api-client.ts'
import { banText } from '#web/app/ban-text.ts'
import { Link } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { queryClient } from '#web/app/query-client.ts'
import { toast } from '#web/app/toasts.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ChangeKind } from './store/outbox.ts'
import { areChangesStored, renewListing, type SaveOutcome } from './store/own-listings.ts'
import type { ShownListing } from './store/shown-listings.ts'

interface OutcomeTexts {
  readonly done: () => string
  readonly waiting: () => string
  readonly description?: () => string
}

const outcomes: Readonly<Record<ChangeKind, OutcomeTexts>> = {
  made: {
    done: m.team_form_made,
    waiting: m.team_form_made_waiting,
    description: m.team_form_made_text,
  },
  edited: { done: m.team_form_changed, waiting: m.team_form_changed_waiting },
  deleted: { done: m.team_form_deleted, waiting: m.team_form_deleted_waiting },
  renewed: {
    done: m.team_form_renewed,
    waiting: m.team_form_renewed_waiting,
    description: () => m.team_form_renewed_text({ days: String(listingLifetimeDays) }),
  },
}

/** Shows the outcome of a change. Errors are shown where it was started, conflicts by the store. */
export function toastOutcome(outcome: SaveOutcome, change: ChangeKind): void {
  const { done, waiting, description } = outcomes[change]
  if (outcome.kind === 'sent') {
    toast({ title: done(), tone: 'success', ...(description && { description: description() }) })
  }
  if (outcome.kind === 'waiting') {
    const text = areChangesStored() ? waiting() : m.team_sending_unkept()
    toast({
      title: m.team_form_waiting_title(),
      description: `${text} ${reasonText(outcome.problem)}`,
      durationMs: 8000,
      topic: 'waiting listings',
    })
  }
}

/** What the pending change waits for. */
function reasonText(problem: ApiProblem | undefined): string {
  if (problem === undefined || problem.code === 'network_error') {
    return m.team_form_waits_for_network()
  }
  const { retryAfterSeconds } = problem
  return retryAfterSeconds === null
    ? m.team_form_waits_for_server()
    : m.team_form_waits_for_time({ time: formatClock(Date.now() + retryAfterSeconds * 1000) })
}

export type ShownProblem = Pick<ApiProblem, 'code' | 'ban'>

/** Why a listing was rejected, that nothing is lost, and what to do. */
export function SaveProblem({ problem }: { readonly problem: ShownProblem }) {
  return (
    <Notice
      live
      tone="error"
      title={m.team_form_not_saved()}
      action={
        problem.code === 'too_many_listings' && (
          <Link
            href={paths.team()}
            className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
          >
            {m.team_form_own_listings_link()}
          </Link>
        )
      }
    >
      {problemText(problem)}
    </Notice>
  )
}

/** Why the server rejects it, and what to do about it. */
export function problemText({ code, ban }: ShownProblem): string {
  if (ban) return banText(ban)
  return (texts[code] ?? m.team_form_failed)()
}

const texts: Readonly<Partial<Record<FailureCode, () => string>>> = {
  too_many_listings: () => m.team_form_too_many({ most: String(mostListingsPerMaker) }),
  listing_removed: m.team_form_removed,
  listing_not_found: m.team_form_gone,
  unauthenticated: m.team_form_forbidden,
  forbidden: m.team_form_forbidden,
}

interface RenewButtonProps {
  readonly listing: ShownListing
  /** If false, the button is removed, but not before its request has ended. */
  readonly isOffered?: boolean
}

/** Renews one of the visitor's own listings for its full time from now, with one press. */
export function RenewButton({ listing, isOffered = true }: RenewButtonProps) {
  const { isPending, mutate } = useMutation(
    {
      mutationFn: () => renewListing(listing.id),
      onSuccess: (outcome) => {
        focusHeadingIfLost()
        toastOutcome(outcome, 'renewed')
        if (outcome.kind !== 'refused') return
        toast({
          title: m.team_form_not_renewed(),
          description: problemText(outcome.problem),
          tone: 'destructive',
        })
      },
    },
    queryClient,
  )

  if (!isOffered && !isPending) return null
  return (
    <Button
      tone="secondary"
      pending={isPending}
      pendingLabel={m.team_form_renewing()}
      onClick={() => mutate()}
    >
      {m.team_form_renew()}
    </Button>
  )
}

/** Moves the focus to the page's heading if the focused element disappears in the next render. */
export function focusHeadingIfLost(): void {
  requestAnimationFrame(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
