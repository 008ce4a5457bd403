import { useState } from 'react'
import { grantedMonths, grantPerk, transferPerks } from '#contract/admin-perks.ts'
import { defaultTagColor } from '#domain/color.ts'
import { colorPerk } from '#domain/products.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { SteamIdField } from '#web/features/accounts/player-fields.tsx'
import { ColorEditor } from '#web/features/products/color-editor.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BatchForm } from './admin-batch-form.tsx'
import {
  CheckBox,
  ReasonField,
  reasonFault,
  refreshPerks,
  UntilField,
  untilFault,
} from './admin-perk-parts.tsx'
import { knownPerks } from './admin-perk-texts.ts'
import { perkName } from './perk-products.ts'

const termKinds = ['months', 'until', 'permanent'] as const
const termLabels: Readonly<Record<(typeof termKinds)[number], () => string>> = {
  months: () => m.admin_perks_term_months(),
  until: () => m.admin_perks_term_until(),
  permanent: () => m.admin_perks_term_permanent(),
}

const emptyGrant = {
  steamId: '',
  perk: knownPerks[0] ?? '',
  term: termKinds[0] as (typeof termKinds)[number],
  months: '1',
  until: '',
  hasColor: false,
  color: defaultTagColor,
  reason: '',
}
type TypedGrant = typeof emptyGrant

interface GrantPerkPanelProps {
  readonly onGranted: (steamId: string) => void
}

/** Gives a perk to a Steam ID. */
export function GrantPerkPanel({ onGranted }: GrantPerkPanelProps) {
  const [typed, setTyped] = useState(emptyGrant)
  const [attempt] = useState(createIdempotencyKey)
  const steamId = parseSteamId(typed.steamId)
  const form = useForm<'steamId' | 'months' | 'until' | 'reason'>({
    validate: () => ({
      steamId: !steamId.ok && m.player_steam_id_unrecognised(),
      months: typed.term === 'months' && monthsFault(typed.months),
      until: typed.term === 'until' && untilFault(typed.until),
      reason: reasonFault(typed.reason),
    }),
    send: grant,
    explain: (problem) => {
      attempt.ended(problem)
      // The list shows whether it was done.
      refreshPerks()
      return isOutcomeUnknown(problem) ? m.admin_perks_outcome_unknown() : failureText(problem)
    },
  })

  async function grant() {
    if (!steamId.ok) return
    const body = { steamId: steamId.steamId64, ...grantBody(typed) }
    const idempotencyKey = attempt.of(body)
    const granted = await adminCall(grantPerk, { body, idempotencyKey })
    attempt.ended()
    toast({
      title: m.admin_perks_granted({ perk: perkName(granted.perk) }),
      description: granted.steamId,
      tone: 'success',
    })
    setTyped(emptyGrant)
    refreshPerks()
    onGranted(granted.steamId)
  }

  return (
    <Panel title={m.admin_perks_grant_title()}>
      <form
        {...form.props}
        aria-label={m.admin_perks_grant_title()}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <SteamIdField
          hint={m.admin_perks_grant_hint()}
          text={typed.steamId}
          result={steamId}
          isFrozen={form.isPending}
          error={form.errors.steamId}
          onChange={(text) => setTyped({ ...typed, steamId: text })}
        />
        <RadioFilter
          label={m.admin_perks_which_one()}
          values={knownPerks}
          labelOf={perkName}
          value={typed.perk}
          onChange={(perk) => setTyped({ ...typed, perk })}
        />
        {typed.perk === colorPerk && (
          <>
            <CheckBox
              label={m.admin_perks_with_color()}
              checked={typed.hasColor}
              onChange={(hasColor) => setTyped({ ...typed, hasColor })}
            />
            {typed.hasColor && (
              <ColorEditor
                color={typed.color}
                disabled={form.isPending}
                onChange={(color) => setTyped({ ...typed, color })}
              />
            )}
          </>
        )}
        <RadioFilter
          label={m.admin_perks_term()}
          values={termKinds}
          labelOf={(kind) => termLabels[kind]()}
          value={typed.term}
          onChange={(term) => setTyped({ ...typed, term })}
        />
        {typed.term === 'months' && (
          <TextField
            required
            name="months"
            label={m.admin_perks_months()}
            error={form.errors.months}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            readOnly={form.isPending}
            value={typed.months}
            onChange={({ target }) => setTyped({ ...typed, months: target.value })}
          />
        )}
        {typed.term === 'until' && (
          <UntilField
            until={typed.until}
            error={form.errors.until}
            onChange={(until) => setTyped({ ...typed, until })}
          />
        )}
        <ReasonField
          value={typed.reason}
          error={form.errors.reason}
          isFrozen={form.isPending}
          onChange={(reason) => setTyped({ ...typed, reason })}
        />
        {form.failure !== null && (
          <Notice live tone="error" title={m.admin_perks_grant_failed()}>
            {form.failure}
          </Notice>
        )}
        <Button type="submit" pending={form.isPending} pendingLabel={m.admin_perks_granting()}>
          {m.admin_perks_grant()}
        </Button>
      </form>
    </Panel>
  )
}

function monthsFault(months: string): string | false {
  const isRight = /^\d+$/.test(months.trim()) && grantedMonths.safeParse(Number(months)).success
  return !isRight && m.admin_perks_months_wrong()
}

function grantBody({ perk, term, months, until, hasColor, color, reason }: TypedGrant) {
  return {
    perk,
    ...(perk === colorPerk && hasColor && { params: { color } }),
    ...(term === 'months' && { months: Number(months) }),
    ...(term === 'until' && { until: new Date(until).toISOString() }),
    ...(term === 'permanent' && { permanent: true as const }),
    reason: reason.trim(),
  }
}

const emptyTransfer = { from: '', to: '', reason: '' }

/** Moves what is left of a Steam ID's perks to another one. */
export function TransferForm() {
  const [typed, setTyped] = useState(emptyTransfer)
  const from = parseSteamId(typed.from)
  const to = parseSteamId(typed.to)
  const isSame = from.ok && to.ok && from.steamId64 === to.steamId64
  return (
    <BatchForm
      title={m.admin_perks_transfer_title()}
      text={m.admin_perks_transfer_text()}
      change={(body, options) => adminCall(transferPerks, { body, ...options })}
      validate={() => ({
        from: !from.ok && m.player_steam_id_unrecognised(),
        to: to.ok ? isSame && m.admin_perks_transfer_same() : m.player_steam_id_unrecognised(),
        reason: reasonFault(typed.reason),
      })}
      toBody={() => ({
        from: from.ok ? from.steamId64 : '',
        to: to.ok ? to.steamId64 : '',
        reason: typed.reason.trim(),
      })}
      explain={(problem) =>
        problem.code === 'perk_not_found' ? m.admin_perks_transfer_none() : failureText(problem)
      }
      question={m.admin_perks_transfer_question()}
      renderPreview={({ grants }) => (
        <p className="text-muted">
          {m.admin_perks_transfer_preview({
            count: grants,
            from: from.ok ? from.steamId64 : '',
            to: to.ok ? to.steamId64 : '',
          })}
        </p>
      )}
      hasEffect={({ grants }) => grants > 0}
      done={({ grants }) => m.admin_perks_transferred({ count: grants })}
      onDone={() => setTyped(emptyTransfer)}
    >
      {({ errors, isPending }) => (
        <>
          <SteamIdField
            name="from"
            label={m.admin_perks_transfer_from()}
            hint={m.admin_perks_transfer_from_hint()}
            text={typed.from}
            result={from}
            isFrozen={isPending}
            error={errors.from}
            onChange={(text) => setTyped({ ...typed, from: text })}
          />
          <SteamIdField
            name="to"
            label={m.admin_perks_transfer_to()}
            hint={m.admin_perks_transfer_to_hint()}
            text={typed.to}
            result={to}
            isFrozen={isPending}
            error={errors.to}
            onChange={(text) => setTyped({ ...typed, to: text })}
          />
          <ReasonField
            value={typed.reason}
            error={errors.reason}
            isFrozen={isPending}
            onChange={(reason) => setTyped({ ...typed, reason })}
          />
        </>
      )}
    </BatchForm>
  )
}
