import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { SteamFillInResult } from '#contract/accounts.ts'
import { call } from '#web/app/api-client.ts'
import { readStored, removeStored, writeStored } from '#web/app/browser-storage.ts'
import { Avatar } from '#web/app/frame/avatar.tsx'
import { queryClient } from '#web/app/query-client.ts'
import { toastFailure } from '#web/app/toasts.ts'
import { useExternalNavigation } from '#web/app/use-external-navigation.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'

interface FillInThroughSteamProps {
  /** Called with the Steam ID that Steam has proven, after the return to this page. */
  readonly onFilled: (steamId64: string) => void
  /** What the page opens again on the return (`useReopenAfterSteam`), such as a dialog's item. */
  readonly reopens?: string
  readonly isFrozen?: boolean
}

export function FillInThroughSteam(props: FillInThroughSteamProps) {
  const { onFilled, reopens, isFrozen = false } = props
  const { pending, start } = useExternalNavigation(
    () => openSteam(reopens),
    () => toastFailure(m.steam_fill_in_failed_title(), m.steam_fill_in_not_started()),
  )
  const fillIn = useEffectEvent(({ outcome, steamId }: SteamFillInResult) => {
    if (outcome === 'done' && steamId !== null) onFilled(steamId)
    else explain(outcome)
  })

  useEffect(() => {
    if (!hasReturned()) return
    removeStored('sessionStorage', visitKey)
    call(contract().then(({ readFillIn }) => readFillIn)).then(fillIn, () => explain('unavailable'))
  }, [])

  useEffect(() => {
    // The back button can restore this page as it was left, without an answer of Steam.
    const forgetVisit = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) removeStored('sessionStorage', visitKey)
    }
    addEventListener('pageshow', forgetVisit)
    return () => removeEventListener('pageshow', forgetVisit)
  }, [])

  return (
    <Button
      tone="secondary"
      className="w-fit px-3"
      pending={pending}
      disabled={isFrozen}
      onClick={start}
      icon={<Icon name="shield" className="size-5" />}
    >
      {m.steam_fill_in_button()}
    </Button>
  )
}

const contract = () => import('#contract/accounts.ts')

/** The path of the page in this tab that a visit to Steam was started on. */
const visitKey = 'steamFillIn'
/** What that page opens again. */
const reopensKey = 'steamFillInReopens'

function hasReturned(): boolean {
  return readStored('sessionStorage', visitKey) === location.pathname
}

/** @throws {ApiProblem} */
async function openSteam(reopens: string | undefined): Promise<void> {
  const path = location.pathname
  const { url } = await call(
    contract().then(({ startFillIn }) => startFillIn),
    { body: { returnTo: path } },
  )
  writeStored('sessionStorage', visitKey, path)
  if (reopens === undefined) removeStored('sessionStorage', reopensKey)
  else writeStored('sessionStorage', reopensKey, reopens)
  location.assign(url)
}

function explain(outcome: SteamFillInResult['outcome']): void {
  // They went back without an answer of Steam.
  if (outcome === 'none') return
  const text = outcome === 'cancelled' ? m.steam_fill_in_cancelled() : m.steam_fill_in_failed_text()
  toastFailure(m.steam_fill_in_failed_title(), text)
}

/** After the return from Steam opens again what was open, as soon as the page is ready for it. */
export function useReopenAfterSteam(isReady: boolean, open: (reopens: string) => void): void {
  const reopen = useEffectEvent(open)
  useEffect(() => {
    const reopens = readStored('sessionStorage', reopensKey)
    if (isReady && hasReturned() && reopens !== null) reopen(reopens)
  }, [isReady])
}

/**
 * The name and picture at Steam of a Steam ID, for a link to its profile; a request to look there as
 * long as they are unknown. Both have about the same size, so that nothing below moves.
 */
export function SteamProfileText({ steamId64 }: { readonly steamId64: string }) {
  const { data } = useQuery(profileQuery(steamId64), queryClient)
  if (!data?.profile) return <span>{m.player_steam_profile()}</span>
  return (
    <>
      <Avatar user={data.profile} />
      <bdi translate="no" className="max-w-40 min-w-0 truncate font-display font-semibold text-ink">
        {data.profile.name}
      </bdi>
    </>
  )
}

function profileQuery(steamId64: string) {
  return {
    queryKey: ['steam-profile', steamId64],
    queryFn: () =>
      call(
        contract().then(({ readSteamProfile }) => readSteamProfile),
        { params: { steamId: steamId64 } },
      ),
    staleTime: 10 * 60_000,
    // A name that the visitor has seen does not change while they look at it.
    refetchOnWindowFocus: false,
  }
}
