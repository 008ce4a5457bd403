import { useId } from 'react'
import type { useFieldErrors } from '#web/app/use-form.ts'
import { Icon } from '#web/art/icon.tsx'
import { DiscordNameField, SteamIdField } from '#web/features/accounts/player-fields.tsx'
import { FillInThroughSteam } from '#web/features/accounts/steam-fill-in.tsx'
import type { Player } from '#web/features/accounts/stored-player.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Chip } from '#web/ui/choice-card.tsx'
import { Panel } from '#web/ui/layout.tsx'
import type { BuyerForm } from './buyer-form.ts'

interface BuyerFieldsProps {
  readonly form: BuyerForm
  /** The fields that our server rejected. */
  readonly fieldErrors: ReturnType<typeof useFieldErrors<keyof Player>>
  /** A payment with the current details is under way. */
  readonly isFrozen: boolean
}

/** For whom it is, the two details needed for delivery, and the choice to be named as a donor. */
export function BuyerFields({ form, fieldErrors, isFrozen }: BuyerFieldsProps) {
  const { props, errors } = fieldErrors
  return (
    <Panel title={m.checkout_details_title()}>
      <p aria-live="polite" className="mb-4 text-sm text-amber empty:hidden">
        {isFrozen && m.checkout_fields_frozen()}
      </p>
      <form {...props} className="grid gap-6">
        <RecipientField
          isOther={form.forSomebodyElse}
          isFrozen={isFrozen}
          onChange={(isOther) => {
            form.setForSomebodyElse(isOther)
            fieldErrors.clearErrors('steamId')
          }}
        />
        <div>
          <SteamIdField
            // What was typed for the other one is not reported as left empty here.
            key={String(form.forSomebodyElse)}
            hint={
              form.forSomebodyElse ? m.checkout_steam_id_hint_other() : m.checkout_steam_id_hint()
            }
            text={form.steamIdText}
            result={form.steamId}
            error={errors.steamId}
            reportsEmpty
            isFrozen={isFrozen}
            onChange={form.setSteamIdText}
          />
          {form.linkedName !== null && (
            <p className="mt-2 text-sm text-muted">
              {m.checkout_steam_linked({ name: form.linkedName })}
            </p>
          )}
          {!form.forSomebodyElse && !isFrozen && (
            <FillInThroughSteam onFilled={form.setSteamIdText} />
          )}
        </div>
        <DiscordNameField
          name={form.discordUsername}
          error={errors.discordUsername}
          reportsEmpty
          isFrozen={isFrozen}
          onChange={form.setDiscordUsername}
        />
        <DonorChoice
          isListed={form.listedAsDonor}
          isFrozen={isFrozen}
          onChange={form.setListedAsDonor}
        />
      </form>
    </Panel>
  )
}

interface RecipientFieldProps {
  /** Whether somebody else gets it. */
  readonly isOther: boolean
  readonly isFrozen: boolean
  readonly onChange: (isOther: boolean) => void
}

/** Whether the purchase is for the buyer. */
export function RecipientField({ isOther, isFrozen, onChange }: RecipientFieldProps) {
  const choices = [
    [false, m.checkout_for_me()],
    [true, m.player_for_other()],
  ] as const
  return (
    <fieldset>
      <legend className="sr-only">{m.checkout_for_whom()}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(([choice, label]) => (
          <Chip
            key={label}
            type="radio"
            name="recipient"
            checked={isOther === choice}
            disabled={isFrozen}
            onChange={() => onChange(choice)}
          >
            {label}
          </Chip>
        ))}
      </div>
    </fieldset>
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
        <span className="font-display font-semibold">{m.orders_donor()}</span>
      </label>
      <p id={textId} className="mt-1 pl-9.5 text-sm text-muted">
        {m.checkout_donor_text()}
      </p>
    </div>
  )
}
