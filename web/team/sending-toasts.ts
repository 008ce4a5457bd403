import { m } from '#web/i18n/paraglide/messages.js'
import type { ToastContent } from '#web/toast-list.ts'
import { toast } from '#web/toasts.ts'
import type { WishKind } from './outbox.ts'
import type { SendOutcome } from './send-wish.ts'

/** Long enough to read why. */
const readingMs = 12_000

type Explain = (kind: WishKind) => ToastContent

const conflicts: Readonly<Partial<Record<SendOutcome['kind'], Explain>>> = {
  overtook: () => ({
    title: m.team_sending_overtook_title(),
    description: m.team_sending_overtook_text(),
    durationMs: readingMs,
  }),
  overtaken: () => ({
    title: m.team_sending_overtaken_title(),
    description: m.team_sending_overtaken_text(),
    durationMs: readingMs,
  }),
}

const explanations: typeof conflicts = {
  ...conflicts,
  sent: (kind) => ({ title: sentTitles[kind](), tone: 'success' }),
  gone: () => ({
    title: m.team_sending_gone_title(),
    description: m.team_sending_gone_text(),
    durationMs: readingMs,
  }),
  refused: (kind) => ({
    title: m.team_sending_refused_title(),
    description:
      kind === 'deleted' ? m.team_sending_undeleted_text() : m.team_sending_refused_text(),
    tone: 'destructive',
    durationMs: readingMs,
  }),
}

const sentTitles: Readonly<Record<WishKind, () => string>> = {
  made: () => m.team_sending_made(),
  edited: () => m.team_sending_edited(),
  renewed: () => m.team_sending_renewed(),
  deleted: () => m.team_sending_deleted(),
}

/** Says what the visitor has to know of a wish that nobody waits for at a form. */
export function tellOfSending(kind: WishKind, outcome: SendOutcome): void {
  show(explanations[outcome.kind]?.(kind))
}

/** Says that somebody edited the same listing elsewhere, also to who waits at a form. */
export function tellOfConflict(kind: WishKind, outcome: SendOutcome): void {
  show(conflicts[outcome.kind]?.(kind))
}

function show(content: ToastContent | undefined): void {
  if (content) toast(content)
}
