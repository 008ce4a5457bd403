import { grantPerk, longestGrant, longestSmallGrant, transferPerks } from '#contract/admin-perks.ts'
import { defaultTagColor } from '#domain/color.ts'
import { colorPerk } from '#domain/products.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { CheckBox, ReasonField, reasonFault, TypedField } from '#web/admin-kit/fields.tsx'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { ColorEditor } from '#web/features/products/color-editor.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import {
  PlayerField,
  playerFault,
  termBody,
  TermFields,
  untilFault,
  type Term,
} from './admin-perk-fields.tsx'
import { PerkForm } from './admin-perk-form.tsx'
import { knownPerks } from './admin-perk-texts.ts'
import { perkName } from './perk-products.ts'

const emptyGrant = {
  term: 'months' as Term,
  count: '1',
  until: '',
  hasColor: false,
  color: defaultTagColor,
  reason: '',
}

interface PlayerProps {
  readonly steamId: string
}

export function GrantPerkPanel({ steamId }: PlayerProps) {
  // Others may give 31 days at most.
  const mayGiveLong = useMayDo('perks.batch')
  return (
    <PerkForm
      title={m.admin_perks_grant_title()}
      empty={{ ...emptyGrant, perk: knownPerks()[0] ?? '' }}
      validate={(typed) => ({
        count: countFault(typed, !mayGiveLong),
        until: untilFault(typed, !mayGiveLong),
        reason: reasonFault(typed.reason),
      })}
      toBody={({ perk, hasColor, color, count, reason, ...end }) => ({
        steamId,
        perk,
        ...(perk === colorPerk && hasColor && { params: { color } }),
        ...(end.term === 'days' && { days: Number(count) }),
        ...(end.term === 'weeks' && { days: Number(count) * 7 }),
        ...(end.term === 'months' && { months: Number(count) }),
        ...termBody(end),
        reason: reason.trim(),
      })}
      send={(body, options) => adminCall(grantPerk, { body, ...options })}
      texts={{
        submit: m.admin_perks_grant,
        pending: m.admin_perks_granting,
        failed: m.admin_perks_grant_failed,
      }}
      done={({ perk }) => m.admin_perks_granted({ perk: perkName(perk) })}
    >
      {({ typed, field }) => (
        <>
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
            terms={[
              'days',
              'weeks',
              'months',
              'until',
              ...(mayGiveLong ? (['permanent'] as const) : []),
            ]}
            term={field('term')}
            until={field('until')}
          />
          {!mayGiveLong && <p className="text-sm text-muted">{m.admin_perks_until_long()}</p>}
          {longestCount(typed.term, false) !== undefined && (
            <TypedField
              {...field('count')}
              label={m.admin_perks_count()}
              inputMode="numeric"
              maxLength={4}
            />
          )}
          <ReasonField {...field('reason')} />
        </>
      )}
    </PerkForm>
  )
}

/** The most of a unit that may be given at once; undefined for what is not counted. */
function longestCount(term: Term, isShort: boolean): number | undefined {
  const { days, months } = isShort ? longestSmallGrant : longestGrant
  const counts: Partial<Record<Term, number>> = { days, weeks: Math.floor(days / 7), months }
  return counts[term]
}

function countFault(
  { term, count }: Pick<typeof emptyGrant, 'term' | 'count'>,
  isShort: boolean,
): string | false {
  const max = longestCount(term, isShort)
  if (max === undefined) return false
  const isRight = /^\d+$/.test(count.trim()) && Number(count) >= 1 && Number(count) <= max
  return !isRight && m.admin_perks_count_wrong({ max: formatNumber(max) })
}

export function TransferForm({ steamId: from }: PlayerProps) {
  return (
    <PerkForm
      title={m.admin_perks_transfer_title()}
      text={m.admin_perks_transfer_text()}
      empty={{ to: '', reason: '' }}
      validate={({ to, reason }) => ({
        to: playerFault(to) || (from === digits(to) && m.admin_perks_transfer_same()),
        reason: reasonFault(reason),
      })}
      toBody={({ to, reason }) => ({
        from,
        to: digits(to),
        reason: reason.trim(),
      })}
      send={(body, options) => adminCall(transferPerks, { body, ...options })}
      explain={(problem) =>
        problem.code === 'perk_not_found' ? m.admin_perks_transfer_none() : failureText(problem)
      }
      preview={{
        question: m.admin_perks_transfer_question(),
        render: ({ grants }, { to }) => m.admin_perks_transfer_preview({ count: grants, from, to }),
        hasEffect: ({ grants }) => grants > 0,
      }}
      done={({ grants }) => m.admin_perks_transferred({ count: grants })}
    >
      {({ field }) => (
        <>
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
