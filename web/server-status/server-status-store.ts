import { useSyncExternalStore } from 'react'
import { gameServer, siteConfig } from '#site/community.ts'
import type { ServerStatus } from '#contract/server-status.ts'
import { requestJson } from '#web/api/client.ts'
import { createListeners } from '#web/listeners.ts'
import { onReturn } from '#web/on-return.ts'
import { subscribeToServerStatus } from '#web/realtime.ts'

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
let view = unheard
let watchers = 0
let stopWatching = (): void => undefined
// Answers may overtake each other and what is heard: only that to the latest question counts.
let latestRound = 0

/** The game server's status, live while the page is seen. A prerendered page knows none. */
export function useServerStatus(): ServerView {
  return useSyncExternalStore(watchServerStatus, readServerStatus, () => unheard)
}

export function readServerStatus(): ServerView {
  return view
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
  update(server === null ? { ...view, line: 'failing' } : { server, line: 'heard' })
}

function update(next: ServerView): void {
  view = next
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
