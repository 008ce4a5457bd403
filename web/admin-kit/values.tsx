import type { AdminOrder, AuditEntryView } from '#contract/staff.ts'
import { Link } from '#web/app/links.tsx'
import { useCopying } from '#web/app/use-copying.ts'
import { Icon } from '#web/art/icon.tsx'
import { inWords } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { playersAddress } from './address.ts'
import { Mark } from './marks.tsx'
import { useMayDo } from './session.ts'

/** A player: their Discord name, and their Steam account with a link and a copy button. */
export function AccountText({
  discordUsername,
  steamId,
}: Pick<AdminOrder, 'discordUsername' | 'steamId'>) {
  return (
    <>
      <span translate="no" className="block font-semibold wrap-anywhere">
        <PlayerLink to={{ steamId }}>{discordUsername}</PlayerLink>
      </span>
      <SteamIdText steamId={steamId} />
    </>
  )
}

interface PlayerLinkProps {
  readonly to: Parameters<typeof playersAddress>[0]
  readonly children: string
}

/** Leads to the page of a player, or those of a name, for those who may see it. */
export function PlayerLink({ to, children }: PlayerLinkProps) {
  if (!useMayDo('players')) return <span>{children}</span>
  return (
    <Link
      href={playersAddress(to)}
      className="-my-2.5 inline-flex min-h-11 items-center underline underline-offset-4 hover:text-crystal"
    >
      <span>{children}</span>
    </Link>
  )
}

export function SteamIdText({ steamId }: Pick<AdminOrder, 'steamId'>) {
  return (
    <span translate="no" className="-my-1.5 flex items-center text-sm text-muted tabular-nums">
      <PlayerLink to={{ steamId }}>{steamId}</PlayerLink>
      <a
        href={`https://steamcommunity.com/profiles/${steamId}`}
        target="_blank"
        rel="noreferrer"
        title={m.admin_steam_profile()}
        className="grid size-11 shrink-0 place-items-center hover:text-crystal"
      >
        <Icon name="external" className="size-4" />
        <span className="sr-only">{m.admin_steam_profile()}</span>
      </a>
      <CopyButton text={steamId} label={m.admin_copy_steam_id({ steamId })} />
    </span>
  )
}

interface CopyButtonProps {
  readonly text: string
  /** What is copied, such as "the Steam ID of sokol". */
  readonly label: string
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const { isConfirmed, copy } = useCopying({ failed: m.admin_copy_failed })
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => copy(text)}
      className="grid size-11 shrink-0 place-items-center text-muted transition-colors hover:text-crystal"
    >
      {isConfirmed ? (
        <Icon name="check" className="size-5 text-crystal" />
      ) : (
        <Mark name="copy" className="size-4.5" />
      )}
      <output className="sr-only">{isConfirmed && m.admin_copied()}</output>
    </button>
  )
}

export function Moment({ iso }: { readonly iso: string }) {
  return <time dateTime={iso}>{formatMoment(iso)}</time>
}

/** An ISO 8601 time as date and minute, in the page's language and the reader's time zone. */
export function formatMoment(iso: string): string {
  return inWords(iso, { dateStyle: 'medium', timeStyle: 'short' })
}

/**
 * An amount in the currency of the payment, which may differ from ours. All currencies that PayPal
 * pays us in have two decimals.
 */
export function formatAmount(amountCents: number, currency: string): string {
  return new Intl.NumberFormat(getLocale(), {
    style: 'currency',
    currency,
    // As everywhere on the site; of other dollars the country is said.
    currencyDisplay: currency === 'USD' ? 'narrowSymbol' : 'symbol',
  })
    .format(amountCents / 100)
    .replace('-', '−')
}

export function actorText({
  actor,
  actorName,
}: Pick<AuditEntryView, 'actor' | 'actorName'>): string {
  const { kind, id } = splitReference(actor)
  if (actorName !== null && kind === 'code') return m.admin_log_by_code_name({ name: actorName })
  if (actorName !== null) return m.admin_log_by_name({ name: actorName })
  if (kind === 'discord') return m.admin_log_by_discord({ id })
  if (actor === 'player') return m.admin_log_by_player()
  if (actor === 'shop') return m.admin_log_by_shop()
  return kind === 'code' ? m.admin_log_by_code() : actor
}

/** Splits `order:3f2a…` into kind and id. */
export function splitReference(reference: string): { readonly kind: string; readonly id: string } {
  const [kind = ''] = reference.split(':', 1)
  return { kind, id: reference.slice(kind.length + 1) }
}
