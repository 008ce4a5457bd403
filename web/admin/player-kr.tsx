import { correctKr } from '#contract/kryptonite.ts'
import type { Player } from '#contract/players.ts'
import { longestPerkReason } from '#domain/text-limits.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { SteamProfileText } from '#web/features/accounts/steam-fill-in.tsx'
import { readTypedKr } from '#web/features/kryptonite/admin-kr-texts.ts'
import { CheckBox, reasonFault, TypedField } from '#web/features/perks/admin-perk-fields.tsx'
import { PerkForm } from '#web/features/perks/admin-perk-form.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'

const directions = ['give', 'take'] as const
type Direction = (typeof directions)[number]

const empty = { direction: 'give' as Direction, amount: '', reason: '', evenBelowZero: false }

interface CorrectKrFormProps {
  readonly player: Pick<Player, 'steamId' | 'isKnown'>
}

/** Gives a player Kr, or takes some, for a reason that they read. Asks once more where nobody here has seen them. */
export function CorrectKrForm({ player: { steamId, isKnown } }: CorrectKrFormProps) {
  return (
    <PerkForm
      title={m.admin_player_kr_title()}
      empty={empty}
      validate={({ amount, reason }) => ({
        amount: readTypedKr(amount) === null && m.admin_shop_amount_invalid(),
        reason: reasonFault(reason),
      })}
      toBody={({ direction, amount, reason, evenBelowZero }) => ({
        steamId,
        amount: (readTypedKr(amount) ?? 0) * (direction === 'take' ? -1 : 1),
        reason: reason.trim(),
        evenBelowZero: direction === 'take' && evenBelowZero,
      })}
      send={async ({ dryRun, ...body }, options) =>
        dryRun ? { balance: 0 } : adminCall(correctKr, { body, ...options })
      }
      explain={(problem) =>
        problem.code === 'insufficient_balance'
          ? m.admin_player_kr_too_much({ balance: formatKr(problem.balance ?? 0) })
          : failureText(problem)
      }
      {...(!isKnown && {
        preview: {
          question: m.admin_player_unknown(),
          render: () => (
            <>
              <p>{m.admin_player_unknown_text()}</p>
              <p className="mt-4 flex items-center gap-2">
                <SteamProfileText steamId64={steamId} />
              </p>
            </>
          ),
          hasEffect: () => true,
        },
      })}
      texts={{
        submit: m.admin_player_kr_submit,
        pending: m.admin_perks_granting,
        failed: m.admin_player_kr_failed,
      }}
      done={({ balance }) => ({
        title: m.admin_player_kr_done(),
        description: m.admin_shop_new_balance({ balance: formatKr(balance) }),
      })}
    >
      {({ typed, field }) => (
        <>
          <RadioFilter
            {...field('direction')}
            label={m.admin_player_kr_direction()}
            values={directions}
            labelOf={(direction) => m.admin_player_kr_directions({ direction })}
          />
          <TypedField
            {...field('amount')}
            label={m.admin_shop_amount()}
            inputMode="numeric"
            maxLength={12}
          />
          <TypedField
            {...field('reason')}
            label={m.admin_perks_reason()}
            hint={m.admin_player_kr_reason_hint()}
            maxLength={longestPerkReason}
          />
          {typed.direction === 'take' && (
            <CheckBox {...field('evenBelowZero')} label={m.admin_player_kr_below_zero()} />
          )}
        </>
      )}
    </PerkForm>
  )
}
