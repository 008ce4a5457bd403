import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { CopyButton } from './copy-button.tsx'

interface AccountTextProps {
  readonly discordUsername: string
  readonly steamId: string
}

/** A player: the name to write to, and the account to look at and to copy. */
export function AccountText({ discordUsername, steamId }: AccountTextProps) {
  return (
    <>
      <span className="block font-semibold wrap-anywhere">{discordUsername}</span>
      <span className="-my-1.5 flex flex-wrap items-center">
        <a
          href={`https://steamcommunity.com/profiles/${steamId}`}
          target="_blank"
          rel="noreferrer"
          title={m.admin_steam_profile()}
          className="inline-flex min-h-11 items-center gap-1.5 text-sm text-muted tabular-nums underline underline-offset-4 hover:text-crystal"
        >
          {steamId}
          <Icon name="external" className="size-4" />
          <span className="sr-only">{m.admin_steam_profile()}</span>
        </a>
        <CopyButton text={steamId} label={m.admin_copy_steam_id({ steamId })} />
      </span>
    </>
  )
}
