import { useSyncExternalStore } from 'react'
import type { ServerStatus } from '#contract/server-status.ts'
import { gameServer, siteConfig } from '#site/community.ts'
import { requestJson } from '#web/app/api-client.ts'
import { subscribeToServerStatus } from '#web/app/events.ts'
import { createListeners, onReturn } from '#web/app/subscriptions.ts'
import { useCopying } from '#web/app/use-copying.ts'
import { Icon, LineDrawing } from '#web/art/icon.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'

/** The newest status that this page knows. */
export interface ServerView {
  readonly server: ServerStatus
  /** `waiting` for the first answer of our own server; `failing` when its newest one did not come. */
  readonly line: 'waiting' | 'heard' | 'failing'
}

const refetchMs = 30_000
const unheard: ServerView = {
  line: 'waiting',
  server: {
    name: gameServer.name,
    address: gameServer.address,
    map: siteConfig.map,
    players: 0,
    maxPlayers: 10,
    status: 'unknown',
    observedAt: null,
    stale: false,
    gameTime: null,
    isDaylight: null,
    nextRestartAt: null,
  },
}
const { notify, subscribe } = createListeners()
let current = unheard
let watchers = 0
let stopWatching = (): void => undefined
// Answers may overtake each other and what is heard: only that to the latest question counts.
let latestRound = 0

/** The game server's status, live while the page is seen. A prerendered page knows none. */
export function useServerStatus(): ServerView {
  return useSyncExternalStore(watchServerStatus, readServerStatus, () => unheard)
}

export function readServerStatus(): ServerView {
  return current
}

/** Whether the newest attempts to learn more failed, here or on the way to the game server. */
export function isOld({ line, server }: ServerView): boolean {
  return line === 'failing' || server.stale
}

/** Calls the listener after every change, and keeps the status up to date meanwhile. */
export function watchServerStatus(listener: () => void): () => void {
  const leave = subscribe(listener)
  watchers += 1
  if (watchers === 1) stopWatching = watchSources()
  return () => {
    leave()
    watchers -= 1
    if (watchers === 0) stopWatching()
  }
}

async function refetch(): Promise<void> {
  latestRound += 1
  const round = latestRound
  const server = await requestJson<ServerStatus>('/api/server-status').catch(() => null)
  if (round !== latestRound) return
  update(server === null ? { ...current, line: 'failing' } : { server, line: 'heard' })
}

function update(next: ServerView): void {
  current = next
  notify()
}

function refresh(): void {
  void refetch()
}

function watchSources(): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) refresh()
  }, refetchMs)
  const stops = [
    subscribeToServerStatus((server) => {
      latestRound += 1
      update({ server, line: 'heard' })
    }),
    onReturn(refresh),
    () => clearInterval(timer),
  ]
  refresh()
  return () => stops.forEach((stop) => stop())
}

/** `32 / 60`; dashes until the server was heard of. */
export function playersText({ line, server }: ServerView): string {
  if (line === 'waiting') return '– / –'
  return `${formatNumber(server.players)} / ${formatNumber(server.maxPlayers)}`
}

const looks = {
  waiting: { color: 'text-muted', text: m.servers_waiting },
  online: { color: 'text-crystal', text: m.servers_online },
  offline: { color: 'text-loss', text: m.servers_offline },
  unknown: { color: 'text-amber', text: m.servers_unknown },
} as const

/** Whether the game server is up, in a word and a colour. */
export function StatusMark({ view }: { readonly view: ServerView }) {
  const { color, text } = looks[lookOf(view)]
  return (
    <span className={`inline-flex items-center gap-2 font-display font-semibold ${color}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5 shrink-0">
        <path fill="currentColor" d="M5 0 10 5 5 10 0 5z" />
      </svg>
      {text()}
    </span>
  )
}

/** How it was a while ago says nothing of how it is now. */
function lookOf(view: ServerView): keyof typeof looks {
  if (view.line === 'waiting') return 'waiting'
  return isOld(view) ? 'unknown' : view.server.status
}

const copyPath = 'M9 8h11v13H9zM15 8V3H4v13h5'

/** The address to connect to, and a button that copies it. */
export function AddressLine({ view }: { readonly view: ServerView }) {
  const { address } = view.server
  const { isConfirmed, copy } = useCopying({
    copied: m.servers_copied,
    failed: m.servers_copy_failed,
  })

  return (
    <div className="flex min-h-12 items-center border border-line bg-ground pl-4">
      <span className={`min-w-0 flex-1 py-2 break-all ${address === null ? 'text-muted' : ''}`}>
        {address ?? (view.line === 'waiting' ? '…' : m.servers_no_address())}
      </span>
      <Button
        tone="quiet"
        size="square"
        disabled={address === null}
        aria-label={m.servers_copy()}
        title={m.servers_copy()}
        onClick={() => address !== null && copy(address)}
        icon={
          isConfirmed ? (
            <Icon name="check" className="size-5 text-crystal" />
          ) : (
            <LineDrawing path={copyPath} className="size-5" />
          )
        }
      />
    </div>
  )
}
