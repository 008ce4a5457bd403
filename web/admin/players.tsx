import { useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { mostListed, searchPlayers, type FoundPlayer } from '#contract/players.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { longestSearch } from '#domain/text-limits.ts'
import {
  adminSections,
  playersAddress,
  readPlayerFilters,
  readSection,
  sectionAddress,
} from '#web/admin-kit/address.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import { useAdminAction, useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { ButtonLink, Link } from '#web/app/links.tsx'
import { useNavigate } from '#web/app/navigation.ts'
import { Icon } from '#web/art/icon.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PlayerPage } from './player-page.tsx'

/** Finds a player from every section: a Steam ID or the only hit opens, several are listed. */
export function PlayerSearch() {
  const navigate = useNavigate()
  const address = useSearch()
  const [typed, setTyped] = useState({ text: '', address: '' })
  // What was typed on another page has been found there, and other sections have a search of their own.
  const shown =
    readSection(address, adminSections) === 'players' ? readPlayerFilters(address).search : ''
  const text = typed.address === address ? typed.text : shown
  const { run } = useAdminAction(m.admin_load_failed)
  const newest = useRef({})
  const maySearch = useMayDo('players')

  async function find() {
    const search = text.trim()
    const from = location.href
    const current = (newest.current = { search })
    const steamId = parseSteamId(text)
    if (steamId.ok) {
      navigate(playersAddress({ steamId: steamId.steamId64 }))
      return
    }
    const { players } = await adminCall(searchPlayers, { query: { search } })
    // Somebody who has opened another page meanwhile stays there.
    if (newest.current !== current || location.href !== from) return
    const [only, another] = players
    navigate(playersAddress(only && !another ? { steamId: only.steamId } : { search }))
  }

  if (!maySearch) return null
  return (
    <search className="w-full sm:ml-auto sm:w-80">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run(find)
        }}
      >
        <TextField
          type="search"
          label={<span className="sr-only">{m.admin_player_search()}</span>}
          placeholder={m.admin_player_search()}
          title={m.admin_player_search_key()}
          aria-keyshortcuts="/"
          enterKeyHint="search"
          maxLength={longestSearch}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setTyped({ text: target.value, address })}
          onKeyDown={({ key, currentTarget }) => {
            // The next `/` leads back into it.
            if (key === 'Escape') currentTarget.blur()
          }}
        />
      </form>
    </search>
  )
}

export function PlayersSection() {
  const { search, steamId: given } = readPlayerFilters(useSearch())
  const steamId = parseSteamId(given ?? '')
  if (steamId.ok) return <PlayerPage key={steamId.steamId64} steamId={steamId.steamId64} />
  if (search !== '') return <FoundPlayers search={search} />
  return (
    <section>
      <h2 className="text-2xl">{m.admin_players()}</h2>
      <p className="mt-1 mb-6 max-w-2xl text-muted">{m.admin_players_hint()}</p>
    </section>
  )
}

function FoundPlayers({ search }: { readonly search: string }) {
  const found = useAdminQuery(searchPlayers, { query: { search } })
  return (
    <LoadedSection
      title={m.admin_players()}
      lead={m.admin_players_lead({ search })}
      loaded={found}
      skeletons={<Skeleton className="h-72" />}
    >
      {({ players, isUnmatchedPayment }) =>
        players.length === 0 ? (
          isUnmatchedPayment ? (
            <UnmatchedPayment />
          ) : (
            <Notice title={m.admin_players_none()}>{m.admin_players_none_text()}</Notice>
          )
        ) : (
          <>
            <ul aria-label={m.admin_players()} className="border-t border-line">
              {players.map((player) => (
                <li key={player.steamId} className="border-b border-line">
                  <FoundLink player={player} />
                </li>
              ))}
            </ul>
            {players.length === mostListed && (
              <p className="mt-3 text-sm text-muted">
                {m.admin_players_first({ most: formatNumber(mostListed) })}
              </p>
            )}
          </>
        )
      }
    </LoadedSection>
  )
}

function UnmatchedPayment() {
  const mayMatch = useMayDo('payments')
  return (
    <Notice
      tone="warning"
      title={m.admin_players_unmatched()}
      action={
        mayMatch ? (
          <ButtonLink href={sectionAddress('inbox', { part: 'unmatched' })} tone="secondary">
            {m.admin_players_unmatched_open()}
          </ButtonLink>
        ) : undefined
      }
    >
      {m.admin_players_unmatched_text()}
    </Notice>
  )
}

function FoundLink({ player: { steamId, names } }: { readonly player: FoundPlayer }) {
  return (
    <Link
      href={playersAddress({ steamId })}
      className="flex min-h-14 items-center justify-between gap-4 py-2 hover:bg-surface sm:px-3"
    >
      <span translate="no" className="min-w-0">
        <span className="block font-display font-semibold wrap-anywhere">
          {names.join(' · ') || steamId}
        </span>
        {names.length > 0 && (
          <span className="block text-sm text-muted tabular-nums">{steamId}</span>
        )}
      </span>
      <Icon name="chevron-down" className="size-5 shrink-0 -rotate-90 text-crystal" />
    </Link>
  )
}
