import { queryOptions } from '@tanstack/react-query'
import type { ServerStatus } from '#contract/server-status.ts'
import { serverStatusAddress } from '#contract/page-renderer.ts'
import { call } from '#web/app/api-client.ts'
import { queryKeys, useServerData, type ServerData } from '#web/app/query-client.ts'
import { site } from '#web/app/site.ts'
import { useCopying } from '#web/app/use-copying.ts'
import { Icon, LineDrawing } from '#web/art/icon.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'

/** The latest status that this page has. */
export interface ServerView {
  readonly server: ServerStatus
  /** `waiting` for the first response of our own server; `failing` if the latest request failed. */
  readonly fetchStatus: 'waiting' | 'loaded' | 'failing'
}

export const serverStatusQuery = {
  ...queryOptions({
    queryKey: queryKeys.serverStatus,
    queryFn: () =>
      call(import('#contract/server-status.ts').then(({ readServerStatus }) => readServerStatus)),
    refetchInterval: 30_000,
  }),
  address: serverStatusAddress,
}

/** The game server's status, live while the page is visible. */
export function useServerStatus(): ServerView {
  return toServerView(useServerData(serverStatusQuery))
}

/** The last status, also while it cannot be loaded again. */
export function toServerView({
  data,
  problem,
}: Pick<ServerData<ServerStatus>, 'data' | 'problem'>): ServerView {
  const server = data ?? unknownServer()
  if (problem !== null) return { server, fetchStatus: 'failing' }
  return { server, fetchStatus: data === undefined ? 'waiting' : 'loaded' }
}

/** Until the first response. */
function unknownServer(): ServerStatus {
  const { name, address } = site().server
  return {
    name,
    address,
    map: site().community.map,
    players: 0,
    maxPlayers: 10,
    status: 'unknown',
    observedAt: null,
    stale: false,
    gameTime: null,
    isDaylight: null,
    nextRestartAt: null,
  }
}

/** Whether the latest attempt to update it failed, here or between our server and the game server. */
export function isOutdated({ fetchStatus, server }: ServerView): boolean {
  return fetchStatus === 'failing' || server.stale
}

/** Whether nobody can join now, as far as is known. */
export function isKnownOffline(view: ServerView): boolean {
  return view.fetchStatus !== 'waiting' && view.server.status === 'offline' && !isOutdated(view)
}

/** `32 / 60`; dashes until the first response, and a word where nobody has counted. */
export function playersText({ fetchStatus, server }: ServerView): string {
  if (fetchStatus === 'waiting') return '– / –'
  if (server.status === 'unknown') return m.servers_players_unknown()
  return `${formatNumber(server.players)} / ${formatNumber(server.maxPlayers)}`
}

const looks = {
  waiting: { color: 'text-muted', text: m.servers_waiting },
  online: { color: 'text-crystal', text: m.servers_online },
  offline: { color: 'text-loss', text: m.servers_offline },
  unknown: { color: 'text-amber', text: m.servers_unknown },
} as const

export function StatusMark({ view }: { readonly view: ServerView }) {
  const { color, text } = looks[statusOf(view)]
  return (
    <span className={`inline-flex items-center gap-2 font-display font-semibold ${color}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5 shrink-0">
        <path fill="currentColor" d="M5 0 10 5 5 10 0 5z" />
      </svg>
      <span>{text()}</span>
    </span>
  )
}

/** An outdated status counts as unknown. */
function statusOf(view: ServerView): keyof typeof looks {
  if (view.fetchStatus === 'waiting') return 'waiting'
  return isOutdated(view) ? 'unknown' : view.server.status
}

const copyPath = 'M9 8h11v13H9zM15 8V3H4v13h5'

export function AddressLine({ view }: { readonly view: ServerView }) {
  const { address } = view.server
  const { isConfirmed, copy } = useCopying({
    copied: m.servers_copied,
    failed: m.servers_copy_failed,
  })

  return (
    <div className="flex min-h-12 items-center border border-line bg-ground pl-4">
      <span
        translate={address === null ? undefined : 'no'}
        className={`min-w-0 flex-1 py-2 break-all ${address === null ? 'text-muted' : ''}`}
      >
        {address ?? (view.fetchStatus === 'waiting' ? '…' : m.servers_no_address())}
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
