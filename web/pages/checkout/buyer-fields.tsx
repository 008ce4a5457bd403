import { useEffect, useState } from 'react'
import type { FieldError } from '../../../contract/problem.ts'
import type { BuyerForm } from '../../checkout/buyer-details.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DonorChoice } from './donor-choice.tsx'
import { SteamIdField } from './steam-id-field.tsx'

const steamIdFieldId = 'checkout-steam-id'
const discordFieldId = 'checkout-discord'

interface BuyerFieldsProps {
  readonly form: BuyerForm
  /** What our server refused of what was sent. */
  readonly errors: readonly FieldError[]
  /** A payment is being made with the details as they are. */
  readonly isFrozen: boolean
  readonly onEdit: () => void
}

/** The two details that are needed to deliver, and whether to be named. */
export function BuyerFields({ form, errors, isFrozen, onEdit }: BuyerFieldsProps) {
  const refusedPath = errors[0]?.path

  useEffect(() => {
    // The pay button that was pressed may be far below the field that it was refused for.
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
          text={form.steamIdText}
          result={form.steamId}
          isFrozen={isFrozen}
          refusal={errors.find(({ path }) => path === 'steamId')?.code ?? null}
          onChange={(text) => {
            form.setSteamIdText(text)
            onEdit()
          }}
        />
        <DiscordField
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

interface DiscordFieldProps {
  readonly name: string
  readonly isFrozen: boolean
  readonly isRefused: boolean
  readonly onChange: (name: string) => void
}

function DiscordField({ name, isFrozen, isRefused, onChange }: DiscordFieldProps) {
  const [isLeft, setIsLeft] = useState(false)
  const isMissing = isLeft && name.trim() === ''
  const refusal = isRefused ? m.checkout_field_refused() : null
  return (
    <TextField
      id={discordFieldId}
      label={m.checkout_discord()}
      hint={m.checkout_discord_hint()}
      error={isMissing ? m.checkout_discord_empty() : refusal}
      required
      readOnly={isFrozen}
      placeholder="username#0000"
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={name}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => setIsLeft(true)}
    />
  )
}
