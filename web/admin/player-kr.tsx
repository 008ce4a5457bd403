import { useState } from 'react'
import type { Call } from '#contract/endpoint.ts'
import { correctKr } from '#contract/kryptonite.ts'
import type { Player } from '#contract/players.ts'
import { longestStaffReason } from '#domain/text-limits.ts'
import { CheckBox, reasonFault, TypedField } from '#web/admin-kit/fields.tsx'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures } from '#web/admin-kit/use-admin-data.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { readTypedKr } from '#web/features/kryptonite/admin-kr-texts.ts'
import { UnknownPlayerDialog } from '#web/features/kryptonite/admin-credit-kr.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout.tsx'

const directions = ['give', 'take'] as const
type Direction = (typeof directions)[number]

const empty = { direction: 'give' as Direction, amount: '', reason: '', evenBelowZero: false }

type Correction = Call<typeof correctKr>['body']

interface CorrectKrFormProps {
  readonly player: Pick<Player, 'steamId' | 'isKnown'>
}

/** Gives a player Kr, or takes some, for a reason that they read. Asks once more where nobody here has seen them. */
export function CorrectKrForm({ player: { steamId, isKnown } }: CorrectKrFormProps) {
  const [typed, setTyped] = useState(empty)
  const [asked, setAsked] = useState<Correction | null>(null)
  const [attempt] = useState(createIdempotencyKey)
  const form = useForm<'amount' | 'reason'>({
    validate: () => ({
      amount: readTypedKr(typed.amount) === null && m.admin_shop_amount_invalid(),
      reason: reasonFault(typed.reason),
    }),
    send: async () => {
      const isTaken = typed.direction === 'take'
      const body = {
        steamId,
        amount: (readTypedKr(typed.amount) ?? 0) * (isTaken ? -1 : 1),
        reason: typed.reason.trim(),
        evenBelowZero: isTaken && typed.evenBelowZero,
      }
      if (isKnown) await correct(body)
      else setAsked(body)
    },
    explain,
  })

  async function correct(body: Correction) {
    const { balance } = await adminCall(correctKr, { body, idempotencyKey: attempt.of(body) })
    attempt.ended()
    const description = m.admin_shop_new_balance({ balance: formatKr(balance) })
    toast({ title: m.admin_player_kr_done(), description, tone: 'success' })
    setTyped(empty)
    refreshFigures()
  }

  function explain(problem: ApiProblem): string {
    attempt.ended(problem)
    // The transactions show whether it was done.
    refreshFigures()
    if (isOutcomeUnknown(problem)) return m.admin_outcome_unknown()
    return problem.code === 'insufficient_balance'
      ? m.admin_player_kr_too_much({ balance: formatKr(problem.balance ?? 0) })
      : failureText(problem)
  }

  const field = (name: 'amount' | 'reason') => ({
    name,
    value: typed[name],
    error: form.errors[name],
    isFrozen: form.isPending,
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  })
  const title = m.admin_player_kr_title()
  return (
    <Panel title={title}>
      <form {...form.props} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <RadioFilter
          label={m.admin_player_kr_direction()}
          values={directions}
          labelOf={(direction) => m.admin_player_kr_directions({ direction })}
          value={typed.direction}
          onChange={(direction) => setTyped((before) => ({ ...before, direction }))}
        />
        <TypedField
          {...field('amount')}
          label={m.admin_shop_amount()}
          inputMode="numeric"
          maxLength={12}
        />
        <TypedField
          {...field('reason')}
          label={m.admin_reason()}
          hint={m.admin_player_kr_reason_hint()}
          maxLength={longestStaffReason}
        />
        {typed.direction === 'take' && (
          <CheckBox
            name="evenBelowZero"
            label={m.admin_player_kr_below_zero()}
            value={typed.evenBelowZero}
            onChange={(evenBelowZero) => setTyped((before) => ({ ...before, evenBelowZero }))}
          />
        )}
        <FormFailure title={m.admin_player_kr_failed()} form={form} />
        <Button type="submit" pending={form.isPending} pendingLabel={m.admin_saving()}>
          {m.admin_player_kr_submit()}
        </Button>
      </form>
      {asked && (
        <UnknownPlayerDialog
          steamId={steamId}
          text={m.admin_player_unknown_text()}
          failureTitle={m.admin_player_kr_failed()}
          submit={m.admin_player_kr_submit()}
          pending={m.admin_saving()}
          send={() => correct(asked)}
          explain={explain}
          onClose={() => setAsked(null)}
        />
      )}
    </Panel>
  )
}
