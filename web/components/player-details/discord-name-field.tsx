import { useState } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/text-field.tsx'

interface DiscordNameFieldProps {
  readonly id: string
  readonly name: string
  readonly isFrozen: boolean
  /** The form was sent, so a missing name is no longer on its way; as in the field of a Steam ID. */
  readonly isSent?: boolean
  /** Our server did not take what was sent. */
  readonly isRefused: boolean
  readonly onChange: (name: string) => void
}

/** Takes the name by which the staff reaches a player. */
export function DiscordNameField(props: DiscordNameFieldProps) {
  const { id, name, isFrozen, isSent, isRefused, onChange } = props
  const [isLeft, setIsLeft] = useState(false)
  const isMissing = (isSent ?? isLeft) && name.trim() === ''
  const refusal = isRefused ? m.checkout_field_refused() : null
  return (
    <TextField
      id={id}
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
