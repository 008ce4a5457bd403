import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import {
  redirectAnswer,
  steamFillInResult,
  steamProfileView,
  type SteamFillInResult,
} from '#contract/accounts.ts'
import { requestJson } from '#web/app/api-client.ts'
import { readStoredJson, removeStored, writeStored } from '#web/app/browser-storage.ts'
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

/** A button that fills in a Steam ID by a sign-in at Steam, which needs no account here. */
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
    if (readVisit() === null) return
    removeStored('sessionStorage', visitKey)
    requestJson('/api/steam-fill-ins/result', { answer: steamFillInResult, body: {} }).then(
      fillIn,
      () => explain('unavailable'),
    )
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

const visitKey = 'steamFillIn'
/** A visit to Steam that was started in this tab. */
const steamVisit = z.object({ path: z.string(), reopens: z.optional(z.string()) })
type SteamVisit = z.output<typeof steamVisit>

/** The visit that was started on this page; null without one. */
function readVisit(): SteamVisit | null {
  const { data } = steamVisit.safeParse(readStoredJson('sessionStorage', visitKey))
  return data?.path === location.pathname ? data : null
}

/** @throws {ApiProblem} */
async function openSteam(reopens: string | undefined): Promise<void> {
  const path = location.pathname
  const { url } = await requestJson('/api/steam-fill-ins', {
    answer: redirectAnswer,
    body: { returnTo: path },
  })
  writeStored('sessionStorage', visitKey, JSON.stringify({ path, reopens }))
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
    const reopens = isReady ? readVisit()?.reopens : undefined
    if (reopens !== undefined) reopen(reopens)
  }, [isReady])
}

/** The name and picture at Steam of a Steam ID. Keeps its place while they are unknown. */
export function SteamProfileLine({ steamId64 }: { readonly steamId64: string }) {
  const { data } = useQuery(profileQuery(steamId64), queryClient)
  return (
    <p aria-live="polite" className="flex min-h-9 min-w-0 items-center gap-3">
      {data?.profile && (
        <>
          <Avatar user={data.profile} />
          <bdi className="min-w-0 truncate font-display font-semibold">{data.profile.name}</bdi>
        </>
      )}
    </p>
  )
}

function profileQuery(steamId64: string) {
  return {
    queryKey: ['steam-profile', steamId64],
    queryFn: () => requestJson(`/api/steam-profiles/${steamId64}`, { answer: steamProfileView }),
    staleTime: 10 * 60_000,
    // A name that the visitor has seen does not change while they look at it.
    refetchOnWindowFocus: false,
  }
}
