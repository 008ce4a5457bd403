import { useEffect } from 'react'
import type { FieldError } from '#contract/problem.ts'
import type { BuyerForm } from '#web/checkout/buyer-details.ts'
import { DiscordNameField } from '#web/components/player-details/discord-name-field.tsx'
import { SteamIdField } from '#web/components/player-details/steam-id-field.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Panel } from '#web/ui/panel.tsx'
import { DonorChoice } from './donor-choice.tsx'

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
          hint={m.checkout_steam_id_hint()}
          text={form.steamIdText}
          result={form.steamId}
          isFrozen={isFrozen}
          refusal={errors.find(({ path }) => path === 'steamId')?.code ?? null}
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
