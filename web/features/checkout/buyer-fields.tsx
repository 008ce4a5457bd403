import { useEffect, useId } from 'react'
import type { FieldError } from '#contract/problem.ts'
import { Icon } from '#web/art/icon.tsx'
import { DiscordNameField, SteamIdField } from '#web/features/accounts/player-fields.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Panel } from '#web/ui/layout.tsx'
import type { BuyerForm } from './buyer-form.ts'

const steamIdFieldId = 'checkout-steam-id'
const discordFieldId = 'checkout-discord'

interface BuyerFieldsProps {
  readonly form: BuyerForm
  /** The fields that our server rejected. */
  readonly errors: readonly FieldError[]
  /** A payment with the current details is under way. */
  readonly isFrozen: boolean
  readonly onEdit: () => void
}

/** The two details needed for delivery, and the choice to be named as a donor. */
export function BuyerFields({ form, errors, isFrozen, onEdit }: BuyerFieldsProps) {
  const refusedPath = errors[0]?.path

  useEffect(() => {
    // The pay button that was pressed may be far below the rejected field.
    if (refusedPath === undefined) return
    document.getElementById(refusedPath === 'steamId' ? steamIdFieldId : discordFieldId)?.focus()
  }, [refusedPath])

  return (
    <Panel title={m.checkout_details_title()}>
      <p aria-live="polite" className="mb-4 text-sm text-amber empty:hidden">
        {isFrozen && m.checkout_fields_frozen()}
      </p>
      <div className="grid gap-6">
        <SteamIdField
          id={steamIdFieldId}
          hint={m.checkout_steam_id_hint()}
          text={form.steamIdText}
          result={form.steamId}
          isFrozen={isFrozen}
          isRefused={errors.some(({ path }) => path === 'steamId')}
          onChange={(text) => {
            form.setSteamIdText(text)
            onEdit()
          }}
        />
        <DiscordNameField
          id={discordFieldId}
          name={form.discordUsername}
          isFrozen={isFrozen}
          isRefused={errors.some(({ path }) => path === 'discordUsername')}
          onChange={(name) => {
            form.setDiscordUsername(name)
            onEdit()
          }}
        />
        <DonorChoice
          isListed={form.listedAsDonor}
          isFrozen={isFrozen}
          onChange={form.setListedAsDonor}
        />
      </div>
    </Panel>
  )
}

interface DonorChoiceProps {
  readonly isListed: boolean
  readonly isFrozen: boolean
  readonly onChange: (isListed: boolean) => void
}

/** Whether to be named in the donor ranking: off by default, with a text that says what others will see. */
function DonorChoice({ isListed, isFrozen, onChange }: DonorChoiceProps) {
  const textId = useId()
  return (
    <div className="border-t border-line pt-5">
      <label className="flex min-h-11 items-center gap-3.5">
        <span className="relative grid shrink-0 place-items-center">
          <input
            type="checkbox"
            checked={isListed}
            disabled={isFrozen}
            aria-describedby={textId}
            onChange={(event) => onChange(event.target.checked)}
            className="peer size-6 appearance-none border border-line-strong bg-ground transition-colors checked:border-crystal checked:bg-crystal hover:border-muted disabled:opacity-60"
          />
          <Icon
            name="check"
            className="pointer-events-none absolute size-5 text-crystal-ink opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="font-display font-semibold">{m.checkout_donor()}</span>
      </label>
      <p id={textId} className="mt-1 pl-9.5 text-sm text-muted">
        {m.checkout_donor_text()}
      </p>
    </div>
  )
}
