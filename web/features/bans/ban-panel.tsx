import { useId, useRef, useState } from 'react'
import {
  banReason,
  liftBan,
  readBan,
  saveBan,
  type Ban,
  type BannedPlayer,
} from '#contract/bans.ts'
import { longestBanReason } from '#domain/text-limits.ts'
import { ConfirmDialog } from '#web/admin-kit/confirm-dialog.tsx'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures, useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { formatAmount, formatMoment, Moment } from '#web/admin-kit/values.tsx'
import type { ApiProblem } from '#web/app/api-client.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { TextLink } from '#web/app/links.tsx'
import { textFault } from '#web/app/text-fault.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** Whether a player is banned, from what, until when and by whom; of the banned what they have paid. */
export function BanPanel({ steamId }: { readonly steamId: string }) {
  const { value, failure } = useAdminQuery(readBan, { params: { steamId } })
  const [asked, setAsked] = useState<'ban' | 'lift' | null>(null)
  const title = useId()
  const panel = useRef<HTMLElement>(null)
  const mayBanFromShop = useMayDo('bans.shop')
  if (failure) return <Notice tone="error">{failureText(failure)}</Notice>
  if (!value) return <Skeleton className="h-24" />
  const { ban, purchases } = value
  // Somebody else has lifted it.
  if (asked === 'lift' && !ban) setAsked(null)
  const mayChange = mayBanFromShop || !ban || (!ban.from.includes('shop') && !ban.stopPerks)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={title}
      className="border-l-4 border-line-strong pl-4"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display font-semibold">
        <span id={title}>{m.ban_of({ steamId })}</span>
        <Badge tone={ban ? 'loss' : 'neutral'}>{ban ? m.ban_is_banned() : m.ban_is_none()}</Badge>
      </p>
      {ban && <BanFacts ban={ban} />}
      {ban && purchases && <Purchases purchases={purchases} />}
      {mayChange ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button tone="secondary" onClick={() => setAsked('ban')}>
            {ban ? m.ban_change() : m.ban_do()}
          </Button>
          {ban && (
            <Button tone="quiet" onClick={() => setAsked('lift')}>
              {m.ban_lift()}
            </Button>
          )}
        </div>
      ) : (
        <p className="mt-3 text-sm text-muted">{m.ban_not_yours()}</p>
      )}
      {asked === 'ban' && (
        <BanDialog steamId={steamId} player={value} onClose={() => setAsked(null)} />
      )}
      {asked === 'lift' && ban && (
        <LiftDialog
          steamId={steamId}
          seen={ban.bannedAt}
          onLifted={() => requestAnimationFrame(() => panel.current?.focus())}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

function BanFacts({
  ban: { reason, until, from, stopPerks, bannedBy, bannedAt },
}: {
  readonly ban: Ban
}) {
  return (
    <div className="mt-2 grid gap-1">
      <p dir="auto" className="wrap-anywhere">
        {reason}
      </p>
      <p className="text-sm text-muted">
        <span>{m.ban_is_from({ places: placesText(placesOf(from)) })}</span>
        <span>{' · '}</span>
        <span>{until === null ? m.ban_endless() : m.ban_end({ time: formatMoment(until) })}</span>
        <span>{' · '}</span>
        <span>{stopPerks ? m.ban_perks_stopped() : m.ban_perks_kept()}</span>
      </p>
      <p className="text-sm text-muted">
        <span translate="no">{bannedBy ?? m.admin_code()}</span>
        <span>{' · '}</span>
        <Moment iso={bannedAt} />
      </p>
    </div>
  )
}

type Bought = NonNullable<BannedPlayer['purchases']>

function Purchases({ purchases: { paid, open } }: { readonly purchases: Bought }) {
  return (
    <div className="mt-3 text-sm">
      {open > 0 && <p className="text-muted">{m.ban_open_checkouts({ count: open })}</p>}
      <p className="text-muted">{paid.length === 0 ? m.ban_nothing_paid() : m.ban_paid()}</p>
      <ul>
        {paid.map(({ id, name, priceCents, currency, paidAt, refundUrl }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <span translate="no">{name}</span>
            <span className="tabular-nums">{formatAmount(priceCents, currency)}</span>
            <span className="text-muted">
              <Moment iso={paidAt} />
            </span>
            {refundUrl !== null && (
              <TextLink href={refundUrl} className="inline-flex min-h-11 items-center">
                {m.admin_refund_link()}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Places = 'team' | 'shop' | 'both'

function placesOf(from: Ban['from']): Places {
  if (from.length > 1) return 'both'
  return from[0] ?? 'both'
}

function placesText(places: Places): string {
  return m.ban_places({ places })
}

interface DialogProps {
  readonly steamId: string
  readonly onClose: () => void
}

/** Asks why, from what and until when; what is being paid meanwhile is said before. */
function BanDialog({ steamId, player, onClose }: DialogProps & { readonly player: BannedPlayer }) {
  const { ban, purchases } = player
  const mayBanFromShop = useMayDo('bans.shop')
  const [reason, setReason] = useState(ban?.reason ?? '')
  const [until, setUntil] = useState(toLocalTime(ban?.until ?? null))
  const [places, setPlaces] = useState<Places>(ban ? placesOf(ban.from) : 'team')
  const [stopPerks, setStopPerks] = useState(ban?.stopPerks ?? false)
  const [seen] = useState(ban?.bannedAt ?? null)
  const form = useForm<'reason' | 'until'>({
    validate: () => ({
      reason: textFault(banReason, reason, m.ban_reason_missing),
      until: until !== '' && !(Date.parse(until) > Date.now()) && m.ban_until_past(),
    }),
    send: async () => {
      const body = {
        reason: reason.trim(),
        ...(until !== '' && { until: new Date(until).toISOString() }),
        from: places === 'both' ? (['shop', 'team'] as const) : [places],
        stopPerks,
        seen,
      }
      await adminCall(saveBan, { params: { steamId }, body })
      finish(m.ban_saved())
      onClose()
    },
    explain: explainBan,
  })
  return (
    <FormDialog
      form={form}
      title={m.ban_title({ steamId })}
      failureTitle={m.ban_failed()}
      submit={ban ? m.ban_change() : m.ban_do()}
      pending={m.admin_saving()}
      cancel={m.admin_cancel()}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {purchases && places !== 'team' && (purchases.open > 0 || purchases.paid.length > 0) && (
          <Notice tone="warning" title={m.ban_pays_title()}>
            <Purchases purchases={purchases} />
            <p>{m.ban_pays_text()}</p>
          </Notice>
        )}
        <TextArea
          required
          name="reason"
          label={m.admin_team_remove_reason()}
          hint={m.ban_reason_hint()}
          error={form.errors.reason}
          maxLength={longestBanReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <TextField
          type="datetime-local"
          name="until"
          label={m.ban_until()}
          hint={m.ban_until_hint()}
          error={form.errors.until}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
        {mayBanFromShop ? (
          <>
            <RadioFilter
              label={m.ban_from()}
              values={['team', 'shop', 'both']}
              labelOf={placesText}
              value={places}
              onChange={setPlaces}
            />
            <Switch
              label={m.ban_stop_perks()}
              hint={m.ban_stop_perks_hint()}
              checked={stopPerks}
              onChange={setStopPerks}
            />
          </>
        ) : (
          <p className="text-muted">{m.ban_team_only()}</p>
        )}
      </div>
    </FormDialog>
  )
}

/** As a `datetime-local` input has it: in the time zone of this browser. */
function toLocalTime(iso: string | null): string {
  if (iso === null) return ''
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface LiftDialogProps extends DialogProps {
  readonly seen: string
  readonly onLifted: () => void
}

function LiftDialog({ steamId, seen: given, onLifted, onClose }: LiftDialogProps) {
  const [seen] = useState(given)
  return (
    <ConfirmDialog
      title={m.ban_lift_title({ steamId })}
      failureTitle={m.ban_failed()}
      submit={m.ban_lift()}
      pending={m.admin_saving()}
      send={() => adminCall(liftBan, { params: { steamId }, query: { seen } })}
      onDone={() => {
        finish(m.ban_lifted())
        onLifted()
      }}
      explain={explainBan}
      onClose={onClose}
    >
      {m.ban_lift_text()}
    </ConfirmDialog>
  )
}

function explainBan(problem: ApiProblem): string {
  // The panel behind the dialog shows the ban of now.
  if (problem.code === 'ban_changed') refreshFigures(readBan)
  return failureText(problem)
}

function finish(title: string): void {
  toast({ title, tone: 'success' })
  refreshFigures(readBan)
}
