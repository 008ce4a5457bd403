import type { ReactNode } from 'react'
import type { FailureCode } from '#web/api/client.ts'
import { Icon } from '#web/art/icon.tsx'
import { formatDate } from '#web/i18n/format-date.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { useNow } from '#web/use-now.ts'
import { Mark } from './marks.tsx'

const dayMs = 86_400_000

/** How a listing of one's own stands, and what to do about it. */
export function OwnState({ listing }: { readonly listing: ShownListing }) {
  const now = useNow()
  const { state, sending, refusal, removalReason, expiresAt } = listing
  if (state === 'removed') {
    return (
      <State tone="loss">
        {m.team_list_removed()}
        {removalReason !== null && (
          <>
            {' '}
            <span dir="auto" className="wrap-anywhere whitespace-pre-line text-ink">
              {removalReason}
            </span>
          </>
        )}
      </State>
    )
  }
  if (sending === 'refused') return <State tone="loss">{refusalText(refusal)}</State>
  if (sending === 'waiting') return <State tone="amber">{m.team_list_waiting()}</State>
  if (expiresAt === null || now === null) return null
  if (state === 'ended') {
    return <State tone="amber">{m.team_list_ended({ date: formatDate(expiresAt) })}</State>
  }
  const leftMs = Date.parse(expiresAt) - now
  return (
    <State tone="muted">
      {m.team_list_runs({ duration: timeLeft(leftMs), date: formatDate(expiresAt) })}
    </State>
  )
}

/** `14 jours`; shorter than a day, `5 h 12 min`. */
function timeLeft(leftMs: number): string {
  if (leftMs < dayMs) return formatDuration(leftMs)
  const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(getLocale(), format).format(Math.round(leftMs / dayMs))
}

const tones = { loss: 'text-loss', amber: 'text-amber', muted: 'text-muted' }

interface StateProps {
  readonly tone: keyof typeof tones
  readonly children: ReactNode
}

function State({ tone, children }: StateProps) {
  return (
    <div className={`mt-2 flex gap-2 text-sm ${tones[tone]}`}>
      {tone === 'muted' ? (
        <Mark name="clock" className="mt-0.5 size-4" />
      ) : (
        <Icon name="warning" className="mt-0.5 size-4" />
      )}
      <p className="min-w-0">{children}</p>
    </div>
  )
}

/** Why the server did not take it; what was typed is still there. */
function refusalText(code: FailureCode | null): string {
  if (code === 'too_many_listings') return m.team_list_refused_many()
  if (code === 'validation_failed') return m.team_list_refused_fields()
  if (code === 'listing_not_found') return m.team_list_refused_gone()
  if (code === 'forbidden' || code === 'listing_exists') return m.team_list_refused_foreign()
  return m.team_list_refused()
}
