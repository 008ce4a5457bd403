import { useState } from 'react'
import { changeOffer, type OfferView } from '#contract/offers.ts'
import { isGift } from '#domain/offers.ts'
import { longestOfferNote } from '#domain/text-limits.ts'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { toast } from '#web/app/toasts.ts'
import { textFields, useForm } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import {
  changeFaults,
  changeFrom,
  clockOf,
  numberText,
  refusedFields,
  type OfferField,
  type TypedChange,
} from './admin-offer-draft.ts'
import { fullName } from './admin-offer-texts.ts'

interface ChangeOfferDialogProps {
  readonly offer: OfferView
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Changes until when and how often an offer can be used, and its note. What it gives stays as it is. */
export function ChangeOfferDialog({ offer, onClose, onChanged }: ChangeOfferDialogProps) {
  const { id, kind, code } = offer
  const [before] = useState(() => typedFrom(offer))
  const [typed, setTyped] = useState(before)
  const form = useForm<OfferField>({
    validate: () => changeFaults(typed),
    send: async () => {
      await adminCall(changeOffer, { params: { id }, body: changeFrom(typed, before) })
      toast({ title: m.admin_offer_changed(), tone: 'success' })
      onChanged()
      onClose()
    },
    explain: (problem) => {
      const refused = problem.code === 'validation_failed' ? refusedFields(problem, kind) : {}
      return Object.keys(refused).length > 0 ? refused : failureText(problem)
    },
  })
  const field = textFields<keyof TypedChange>(form, typed, (name, text) =>
    setTyped((current) => ({ ...current, [name]: text })),
  )

  const limitHint = isGift(kind) ? m.admin_offer_limit_gift_hint() : m.admin_offer_limit_hint()
  return (
    <FormDialog
      form={form}
      title={m.admin_offer_change_title({ name: fullName(offer) })}
      failureTitle={m.admin_offer_failed()}
      submit={m.admin_offer_save()}
      pending={m.admin_offer_saving()}
      cancel={m.admin_cancel()}
      onClose={onClose}
      refresh={onChanged}
    >
      <div className="grid gap-5">
        <p className="text-muted">{m.admin_offer_change_text()}</p>
        <TextField
          {...field('until')}
          type="datetime-local"
          label={m.admin_offer_until()}
          hint={m.admin_offer_until_hint()}
        />
        {code !== null && (
          <>
            <TextField
              {...field('limit')}
              inputMode="numeric"
              label={m.admin_offer_limit_label()}
              hint={limitHint}
            />
            <TextField
              {...field('perPlayer')}
              inputMode="numeric"
              label={m.admin_offer_per_player_label()}
              hint={limitHint}
            />
          </>
        )}
        <TextField
          {...field('note')}
          label={m.admin_offer_note()}
          hint={m.admin_offer_note_hint()}
          maxLength={longestOfferNote}
        />
      </div>
    </FormDialog>
  )
}

function typedFrom({ endsAt, limit, perPlayer, note }: OfferView): TypedChange {
  return {
    until: clockOf(endsAt),
    limit: numberText(limit),
    perPlayer: numberText(perPlayer),
    note,
  }
}
