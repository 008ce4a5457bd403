import { listingLifetimeDays } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { ApiProblem } from '#web/api/client.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { isWaitingKept, type SaveOutcome } from '#web/team/own-listings.ts'
import { toast } from '#web/toasts.ts'

export type ListingAct = 'made' | 'changed' | 'deleted' | 'renewed'

const doneTexts: Readonly<Record<ListingAct, { title: () => string; description?: () => string }>> =
  {
    made: { title: m.team_form_made, description: m.team_form_made_text },
    changed: { title: m.team_form_changed },
    deleted: { title: m.team_form_deleted },
    renewed: { title: m.team_form_renewed, description: renewedText },
  }

const waitingTexts: Readonly<Record<ListingAct, () => string>> = {
  made: m.team_form_made_waiting,
  changed: m.team_form_changed_waiting,
  deleted: m.team_form_deleted_waiting,
  renewed: m.team_form_renewed_waiting,
}

function renewedText(): string {
  return m.team_form_renewed_text({ days: String(listingLifetimeDays) })
}

/** Says what became of an act. Refusals are said where it was asked for, conflicts by the store. */
export function tellOutcome(outcome: SaveOutcome, act: ListingAct): void {
  if (outcome.kind === 'sent') {
    const { title, description } = doneTexts[act]
    toast({ title: title(), tone: 'success', ...(description && { description: description() }) })
  }
  if (outcome.kind === 'waiting') {
    toast({
      title: m.team_form_waiting_title(),
      description: `${keptText(act)} ${reasonText(outcome.problem)}`,
      durationMs: 8000,
    })
  }
}

function keptText(act: ListingAct): string {
  return isWaitingKept() ? waitingTexts[act]() : m.team_sending_unkept()
}

/** Until when it waits. */
function reasonText(problem: ApiProblem | undefined): string {
  if (problem === undefined || problem.code === 'network_error') {
    return m.team_form_waits_for_network()
  }
  const { retryAfterSeconds } = problem
  return retryAfterSeconds === null
    ? m.team_form_waits_for_server()
    : m.team_form_waits_for_time({ time: formatClock(Date.now() + retryAfterSeconds * 1000) })
}
