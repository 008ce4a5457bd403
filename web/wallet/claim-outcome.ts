import { m } from '#web/i18n/paraglide/messages.js'
import type { MessageTone } from '#web/ui/tone-mark.tsx'

const outcomes = ['done', 'cancelled', 'expired', 'unavailable', 'failed'] as const

/** How a visit to Steam ended, as the server says in the address. */
export type ClaimOutcome = (typeof outcomes)[number]

/** Null for what the server does not say. */
export function readClaimOutcome(text: string | null): ClaimOutcome | null {
  return outcomes.find((outcome) => outcome === text) ?? null
}

interface OutcomeText {
  readonly title: string
  readonly text: string
  readonly tone: MessageTone
}

const texts: Readonly<Record<ClaimOutcome, () => OutcomeText>> = {
  done: () => ({
    title: m.wallet_outcome_done_title(),
    text: m.wallet_outcome_done_text(),
    tone: 'success',
  }),
  cancelled: () => ({
    title: m.wallet_outcome_cancelled_title(),
    text: m.wallet_outcome_cancelled_text(),
    tone: 'info',
  }),
  expired: () => ({
    title: m.wallet_outcome_expired_title(),
    text: m.wallet_outcome_expired_text(),
    tone: 'warning',
  }),
  unavailable: () => ({
    title: m.wallet_outcome_unavailable_title(),
    text: m.wallet_outcome_unavailable_text(),
    tone: 'warning',
  }),
  failed: () => ({
    title: m.wallet_outcome_failed_title(),
    text: m.wallet_outcome_failed_text(),
    tone: 'error',
  }),
}

/** What it means for the player, and what to do now. */
export function outcomeText(outcome: ClaimOutcome): OutcomeText {
  return texts[outcome]()
}
