import { listingLifetimeDays, mostListingsPerMaker } from '#domain/team.ts'
import type { ApiProblem, FailureCode } from '#web/app/api-client.ts'
import { Link } from '#web/app/links.tsx'
import { paths } from '#web/app/paths.ts'
import { toast } from '#web/app/toasts.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'
import { areChangesStored, type SaveOutcome } from './store/own-listings.ts'

export type ListingAction = 'made' | 'changed' | 'deleted' | 'renewed'

const doneTexts: Readonly<
  Record<ListingAction, { title: () => string; description?: () => string }>
> = {
  made: { title: m.team_form_made, description: m.team_form_made_text },
  changed: { title: m.team_form_changed },
  deleted: { title: m.team_form_deleted },
  renewed: { title: m.team_form_renewed, description: renewedText },
}

const waitingTexts: Readonly<Record<ListingAction, () => string>> = {
  made: m.team_form_made_waiting,
  changed: m.team_form_changed_waiting,
  deleted: m.team_form_deleted_waiting,
  renewed: m.team_form_renewed_waiting,
}

function renewedText(): string {
  return m.team_form_renewed_text({ days: String(listingLifetimeDays) })
}

/** Shows the outcome of an action. Errors are shown where it was started, conflicts by the store. */
export function toastOutcome(outcome: SaveOutcome, action: ListingAction): void {
  if (outcome.kind === 'sent') {
    const { title, description } = doneTexts[action]
    toast({ title: title(), tone: 'success', ...(description && { description: description() }) })
  }
  if (outcome.kind === 'waiting') {
    toast({
      title: m.team_form_waiting_title(),
      description: `${pendingText(action)} ${reasonText(outcome.problem)}`,
      durationMs: 8000,
    })
  }
}

function pendingText(action: ListingAction): string {
  return areChangesStored() ? waitingTexts[action]() : m.team_sending_unkept()
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

/** Why a listing was rejected, that nothing is lost, and what to do. */
export function SaveProblem({ code }: { readonly code: FailureCode }) {
  return (
    <Notice
      live
      tone="error"
      title={m.team_form_not_saved()}
      {...(code === 'too_many_listings' && { action: <OwnListingsLink /> })}
    >
      {problemText(code)}
    </Notice>
  )
}

/** Why the server rejects it, and what to do about it. */
export function problemText(code: FailureCode): string {
  return (texts[code] ?? m.team_form_failed)()
}

const texts: Readonly<Partial<Record<FailureCode, () => string>>> = {
  too_many_listings: () => m.team_form_too_many({ most: String(mostListingsPerMaker) }),
  listing_removed: () => m.team_form_removed(),
  listing_not_found: () => m.team_form_gone(),
  unauthenticated: () => m.team_form_forbidden(),
  forbidden: () => m.team_form_forbidden(),
}

function OwnListingsLink() {
  return (
    <Link
      href={paths.team()}
      className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
    >
      {m.team_form_own_listings_link()}
    </Link>
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
