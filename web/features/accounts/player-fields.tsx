import { useState, type ReactNode } from 'react'
import type { SteamIdProblem, SteamIdResult } from '#domain/steam-id.ts'
import { longestName, longestSteamIdText } from '#domain/text-limits.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import type { FieldErrors } from '#web/app/use-form.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { SteamProfileText } from './steam-fill-in.tsx'
import type { Player } from './stored-player.ts'

interface PlayerFieldProps {
  /** Set once the form was sent with a wrong value, or our server has refused it. */
  readonly error: string | false | null | undefined
  /**
   * For forms without a button: the field reports on blur that it is empty. Elsewhere that would
   * move the button from under a press.
   */
  readonly reportsEmpty?: boolean
  readonly isFrozen: boolean
  readonly onChange: (text: string) => void
}

interface SteamIdFieldProps extends PlayerFieldProps {
  /** Where a form has several. */
  readonly name?: string
  readonly label?: string
  readonly hint: ReactNode
  readonly text: string
  readonly result: SteamIdResult
}

const problemTexts: Readonly<Record<SteamIdProblem, () => string>> = {
  steam_id_empty: () => m.player_steam_id_empty(),
  steam_id_vanity_url: () => m.player_steam_id_vanity_url(),
  steam_id_unrecognised: () => m.player_steam_id_unrecognised(),
}

/** Accepts a Steam ID in any of its forms and shows the account that it belongs to. */
export function SteamIdField(props: SteamIdFieldProps) {
  const { name = 'steamId', label = m.player_steam_id(), ...field } = props
  const { hint, text, result, error, reportsEmpty, isFrozen, onChange } = field
  const [isLeft, setIsLeft] = useState(false)
  const isFinished = Boolean(error) || (isLeft && (text !== '' || reportsEmpty === true))
  return (
    <div>
      <TextField
        name={name}
        label={label}
        hint={hint}
        error={result.ok ? error : problemText(result.problem, isFinished)}
        required
        readOnly={isFrozen}
        placeholder="76561198…"
        maxLength={longestSteamIdText}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setIsLeft(true)}
      />
      <div aria-live="polite" className="empty:hidden">
        {result.ok && <RecognisedAccount key={result.steamId64} steamId64={result.steamId64} />}
      </div>
      <SteamIdHelp />
    </div>
  )
}

function problemText(problem: SteamIdProblem, isFinished: boolean): string | false {
  // A pasted address is complete; digits may still be on their way.
  return (isFinished || problem === 'steam_id_vanity_url') && problemTexts[problem]()
}

function RecognisedAccount({ steamId64 }: { readonly steamId64: string }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 text-sm">
      <span className="inline-flex min-h-11 items-center gap-2 text-crystal">
        <Icon name="check" className="size-5" />
        <span>{m.player_steam_id_understood({ id: steamId64 })}</span>
      </span>
      <a
        href={`https://steamcommunity.com/profiles/${steamId64}`}
        target="_blank"
        rel="noreferrer"
        title={m.player_steam_profile()}
        className="inline-flex min-h-11 min-w-0 items-center gap-2 text-muted underline underline-offset-4 hover:text-ink"
      >
        <SteamProfileText steamId64={steamId64} />
        <Icon name="external" className="size-4" />
      </a>
    </p>
  )
}

// No example belongs to a real account, so that a copied one does not activate a stranger's.
const acceptedForms = [
  'https://steamcommunity.com/profiles/7656119XXXXXXXXXX',
  'STEAM_0:1:XXXXXXXX',
  '[U:1:XXXXXXXX]',
]

function SteamIdHelp() {
  return (
    <Disclosure title={m.player_steam_help_title()}>
      <ol className="list-decimal space-y-1 pl-5">
        <li>{m.player_steam_help_open()}</li>
        <li>{m.player_steam_help_copy()}</li>
      </ol>
      <p className="mt-3">{m.player_steam_help_forms()}</p>
      <ul className="tag-print mt-1 space-y-1 break-all">
        {acceptedForms.map((form) => (
          <li key={form}>{form}</li>
        ))}
      </ul>
    </Disclosure>
  )
}

interface DiscordNameFieldProps extends PlayerFieldProps {
  readonly name: string
}

/** A field for the name by which the staff contacts a player. */
export function DiscordNameField(props: DiscordNameFieldProps) {
  const { name, error, reportsEmpty, isFrozen, onChange } = props
  const [isLeft, setIsLeft] = useState(false)
  const isMissing = reportsEmpty === true && isLeft && name.trim() === ''
  return (
    <TextField
      name="discordUsername"
      label={m.player_discord()}
      hint={m.player_discord_hint()}
      error={isMissing ? m.player_discord_empty() : error}
      required
      readOnly={isFrozen}
      placeholder="username#0000"
      maxLength={longestName}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={name}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => setIsLeft(true)}
    />
  )
}

export function refusedFields({ errors }: ApiProblem): FieldErrors<keyof Player> {
  const refused = new Set(errors.map(({ path }) => path))
  return {
    steamId: refused.has('steamId') && m.player_field_refused(),
    discordUsername: refused.has('discordUsername') && m.form_text_refused(),
  }
}
