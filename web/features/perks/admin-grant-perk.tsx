import { grantedMonths, grantPerk, transferPerks } from '#contract/admin-perks.ts'
import { defaultTagColor } from '#domain/color.ts'
import { colorPerk } from '#domain/products.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { ColorEditor } from '#web/features/products/color-editor.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import {
  CheckBox,
  PlayerField,
  playerFault,
  ReasonField,
  reasonFault,
  termBody,
  TermFields,
  TypedField,
  untilFault,
  type Term,
} from './admin-perk-fields.tsx'
import { PerkForm } from './admin-perk-form.tsx'
import { knownPerks } from './admin-perk-texts.ts'
import { perkName } from './perk-products.ts'

const emptyGrant = {
  steamId: '',
  term: 'months' as Term,
  months: '1',
  until: '',
  hasColor: false,
  color: defaultTagColor,
  reason: '',
}

interface GrantPerkPanelProps {
  readonly onGranted: (steamId: string) => void
}

/** Gives a perk to a Steam ID. */
export function GrantPerkPanel({ onGranted }: GrantPerkPanelProps) {
  // Others may give 31 days at most.
  const mayGiveLong = useMayDo('perks.batch')
  return (
    <PerkForm
      title={m.admin_perks_grant_title()}
      empty={{ ...emptyGrant, perk: knownPerks()[0] ?? '' }}
      validate={(typed) => ({
        steamId: playerFault(typed.steamId),
        months: typed.term === 'months' && monthsFault(typed.months),
        until: untilFault(typed, !mayGiveLong),
        reason: reasonFault(typed.reason),
      })}
      toBody={({ steamId, perk, hasColor, color, months, reason, ...end }) => ({
        steamId,
        perk,
        ...(perk === colorPerk && hasColor && { params: { color } }),
        ...(end.term === 'months' && { months: Number(months) }),
        ...termBody(end),
        reason: reason.trim(),
      })}
      send={(body, options) => adminCall(grantPerk, { body, ...options })}
      texts={{
        submit: m.admin_perks_grant,
        pending: m.admin_perks_granting,
        failed: m.admin_perks_grant_failed,
      }}
      done={({ perk, steamId }) => ({
        title: m.admin_perks_granted({ perk: perkName(perk) }),
        description: steamId,
      })}
      onDone={({ steamId }) => onGranted(steamId)}
    >
      {({ typed, field }) => (
        <>
          <PlayerField {...field('steamId')} hint={m.admin_perks_grant_hint()} />
          <RadioFilter
            {...field('perk')}
            label={m.admin_perks_which_one()}
            values={knownPerks()}
            labelOf={perkName}
          />
          {typed.perk === colorPerk && (
            <>
              <CheckBox {...field('hasColor')} label={m.admin_perks_with_color()} />
              {typed.hasColor && (
                <ColorEditor
                  color={typed.color}
                  disabled={field('color').isFrozen}
                  onChange={field('color').onChange}
                />
              )}
            </>
          )}
          <TermFields
            label={m.admin_perks_term()}
            terms={mayGiveLong ? ['months', 'until', 'permanent'] : ['months', 'until']}
            term={field('term')}
            until={field('until')}
          />
          {!mayGiveLong && <p className="text-sm text-muted">{m.admin_perks_short_only()}</p>}
          {typed.term === 'months' && mayGiveLong && (
            <TypedField
              {...field('months')}
              label={m.admin_perks_months()}
              inputMode="numeric"
              maxLength={3}
            />
          )}
          <ReasonField {...field('reason')} />
        </>
      )}
    </PerkForm>
  )
}

function monthsFault(months: string): string | false {
  const isRight = /^\d+$/.test(months.trim()) && grantedMonths.safeParse(Number(months)).success
  return !isRight && m.admin_perks_months_wrong()
}

/** Moves what is left of a Steam ID's perks to another one. */
export function TransferForm() {
  return (
    <PerkForm
      title={m.admin_perks_transfer_title()}
      text={m.admin_perks_transfer_text()}
      empty={{ from: '', to: '', reason: '' }}
      validate={({ from, to, reason }) => ({
        from: playerFault(from),
        to: playerFault(to) || (digits(from) === digits(to) && m.admin_perks_transfer_same()),
        reason: reasonFault(reason),
      })}
      toBody={({ from, to, reason }) => ({
        from: digits(from),
        to: digits(to),
        reason: reason.trim(),
      })}
      send={(body, options) => adminCall(transferPerks, { body, ...options })}
      explain={(problem) =>
        problem.code === 'perk_not_found' ? m.admin_perks_transfer_none() : failureText(problem)
      }
      preview={{
        question: m.admin_perks_transfer_question(),
        render: ({ grants }, { from, to }) =>
          m.admin_perks_transfer_preview({ count: grants, from, to }),
        hasEffect: ({ grants }) => grants > 0,
      }}
      done={({ grants }) => ({ title: m.admin_perks_transferred({ count: grants }) })}
    >
      {({ field }) => (
        <>
          <PlayerField
            {...field('from')}
            label={m.admin_perks_transfer_from()}
            hint={m.admin_perks_transfer_from_hint()}
          />
          <PlayerField
            {...field('to')}
            label={m.admin_perks_transfer_to()}
            hint={m.admin_perks_transfer_to_hint()}
          />
          <ReasonField {...field('reason')} />
        </>
      )}
    </PerkForm>
  )
}

/** The 17 digits of a typed Steam ID; the text as typed if it is not a Steam ID. */
function digits(text: string): string {
  const steamId = parseSteamId(text)
  return steamId.ok ? steamId.steamId64 : text
}
