import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/text-field.tsx'

interface ContactFieldProps {
  readonly id: string
  readonly value: string
  /** The name that a signed-in account has at Discord; null for a visitor. */
  readonly accountName: string | null
  readonly error: string | null
  readonly onChange: (name: string) => void
}

/** The Discord name by which others get in touch, and how it gets its verified mark. */
export function ContactField({ id, value, accountName, error, onChange }: ContactFieldProps) {
  return (
    <TextField
      id={id}
      label={m.team_form_discord()}
      hint={
        <>
          {m.team_form_discord_hint()}{' '}
          {accountName === null
            ? m.team_form_discord_visitor()
            : m.team_form_discord_account({ name: accountName })}
        </>
      }
      error={error}
      required
      dir="auto"
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
