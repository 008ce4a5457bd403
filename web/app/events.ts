import type { QueryKey } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { addressOf } from '#contract/endpoint.ts'
import { eventsPath } from '#contract/event-stream.ts'
import type { EventName, EventPayloads } from '#contract/events.ts'
import type { BalanceView } from '#contract/kryptonite.ts'
import type { ServerStatus } from '#contract/server-status.ts'
import type { TeamListingEvent } from '#contract/team.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'
import { parseJson } from './browser-storage.ts'
import { isCarried, keysByVersion } from './first-view.ts'
import { queryKeys, refetchAfterChange, setNewestData } from './query-client.ts'
import { refreshSite, site } from './site.ts'
import { createListeners } from './subscriptions.ts'

const retryAfterRefusalMs = 30_000
const purchases = createListeners<[purchase: EventPayloads['purchase']]>()
const shopItems = createListeners()
/** Changes of listings; null when some may have been missed. */
const teamListings = createListeners<[event: TeamListingEvent | null]>()
const todo = createListeners()
const exports = createListeners<[progress: EventPayloads['export']]>()
const newCookies = createListeners()

/** Each of these returns a function that unsubscribes. */
export const subscribeToPurchases = purchases.subscribe
export const subscribeToShopItems = shopItems.subscribe
export const subscribeToTeamListings = teamListings.subscribe
export const subscribeToTodo = todo.subscribe
export const subscribeToExport = exports.subscribe

/** Opens the stream again, which follows the cookies that the browser had when it opened. */
export const followNewCookies = newCookies.notify

/**
 * Calls the listeners. What this page changes itself may also arrive by the stream. Update this
 * device's copies first: a new listing that they lack is added to them as another player's.
 */
export const publishTeamListing = teamListings.notify

/** The Steam ID of a stream, whose balance it reports; null if it has none. */
type StreamSteamId = SteamId64 | null

type EventHandler = (data: string, steamId: StreamSteamId) => void

// One after the other: two imports of the same schemas may end in any order, and the later of two
// balances must win.
let lastHandled: Promise<void> = Promise.resolve()

/**
 * A handler that parses the payload of an event by its schema, which is loaded with the first one:
 * the first page loads without zod. A payload that does not fit is ignored. Without the schema, whose
 * chunk may be missing after a release, the event counts as missed.
 */
function handler<Payload>(
  loadShape: () => Promise<z.ZodMiniType<Payload>>,
  apply: (payload: Payload, steamId: StreamSteamId) => void,
): EventHandler {
  return (data, steamId) => {
    const handle = async () => {
      const shape = await loadShape().catch(() => null)
      if (shape === null) return applyMissedEvents(steamId)
      const parsed = shape.safeParse(parseJson(data))
      if (parsed.success) apply(parsed.data, steamId)
    }
    lastHandled = lastHandled.then(handle).catch(() => undefined)
  }
}

const loadShapes = async () => (await import('#contract/events.ts')).eventPayloads

const handlers: Readonly<Record<EventName, EventHandler>> = {
  purchase: handler(
    async () => (await loadShapes()).purchase,
    (purchase) => {
      refetch(queryKeys.orders, queryKeys.donors)
      if (site().goal) void refreshSite()
      purchases.notify(purchase)
    },
  ),
  balance: handler(
    async () => (await loadShapes()).balance,
    (payload, steamId) => {
      // Another tab may have stored another Steam ID, of which this tab is notified only later.
      if (steamId === null || readSteamId() !== steamId) return
      void setNewestData(queryKeys.balance(steamId), payload satisfies BalanceView)
      refetch(queryKeys.wallet(steamId))
    },
  ),
  // These say nothing but that something has changed.
  perks: refetchPerks,
  'shop-items': () => refetchShared(queryKeys.shopItems),
  site: () => [queryKeys.site, queryKeys.productTexts].forEach(refetchShared),
  documents: () => refetchShared(queryKeys.documents),
  'server-status': handler(
    async () => (await loadShapes())['server-status'],
    (status) => void setNewestData(queryKeys.serverStatus, status satisfies ServerStatus),
  ),
  'team-listing': handler(
    async () => (await import('#contract/team.ts')).teamListingEvent,
    (event) => publishTeamListing(event),
  ),
  'to-do': todo.notify,
  export: handler(async () => (await loadShapes()).export, exports.notify),
  outdated: handler(
    async () => (await loadShapes()).outdated,
    (versions) =>
      versions.forEach((version) => {
        const queryKey = keysByVersion.get(version)
        if (queryKey) refetchShared(queryKey)
      }),
  ),
}

function refetch(...keys: readonly QueryKey[]): void {
  keys.forEach((queryKey) => void refetchAfterChange(queryKey))
}

function refetchPerks(): void {
  refetch(queryKeys.perks, queryKeys.perkReminders, queryKeys.orders)
}

/** What everybody may see and events change. */
const sharedKeys = [
  queryKeys.site,
  queryKeys.productTexts,
  queryKeys.serverStatus,
  queryKeys.shopItems,
  queryKeys.donors,
  queryKeys.documents,
  queryKeys.newestListings,
]

function refetchShared(queryKey: QueryKey): void {
  refetch(queryKey)
  if (queryKey[0] === queryKeys.site[0]) void refreshSite()
  if (queryKey[0] === queryKeys.shopItems[0]) shopItems.notify()
  if (queryKey[0] === queryKeys.newestListings[0]) publishTeamListing(null)
}

/** Events may have been missed: changes before a stream has opened have none. */
function applyMissedEvents(
  steamId: StreamSteamId,
  isCompared: (queryKey: QueryKey) => boolean = () => false,
): void {
  if (steamId !== null) refetch(queryKeys.balance(steamId), queryKeys.wallet(steamId))
  refetchPerks()
  todo.notify()
  sharedKeys.filter((queryKey) => !isCompared(queryKey)).forEach(refetchShared)
}

// The first view needs the network more than the event stream does.
function afterLoad(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/**
 * Opens the server's event stream until the returned function is called: events for everybody,
 * those of the visitor and those of the stored Steam ID. The browser itself reconnects after a
 * broken connection; only a refusal (such as 503 at a restart) is retried here.
 */
export function listenToEvents(onPurchase: Parameters<typeof subscribeToPurchases>[0]): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let steamId: StreamSteamId = null

  const open = (versions = ''): void => {
    source?.close()
    const openedFor = readSteamId()
    steamId = openedFor
    const query = { steamId: openedFor, versions }
    const opened = new EventSource(addressOf({ path: eventsPath }, { query }))
    let isCompared = versions ? isCarried : undefined
    source = opened
    for (const [name, handle] of Object.entries(handlers)) {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => handle(data, openedFor))
    }
    opened.addEventListener('open', () => {
      applyMissedEvents(openedFor, isCompared)
      // A stream that opens again may have missed anything.
      isCompared = undefined
    })
    opened.addEventListener('error', () => {
      if (opened !== source || opened.readyState !== EventSource.CLOSED) return
      clearTimeout(retry)
      retry = setTimeout(() => open(), retryAfterRefusalMs)
    })
  }
  const close = (): void => {
    clearTimeout(retry)
    source?.close()
  }
  const reopen = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) open()
  }
  const reconnectForSteamId = (): void => {
    // A stream that is not open yet reads the Steam ID when it opens.
    if (source === undefined || readSteamId() === steamId) return
    clearTimeout(retry)
    open()
  }

  const reconnectForCookies = (): void => {
    // One that is not open yet will have them.
    if (source === undefined) return
    clearTimeout(retry)
    open()
  }

  const openFirst = (): void => open([...keysByVersion.keys()].join())
  afterLoad(openFirst)
  const stopReporting = subscribeToPurchases(onPurchase)
  const stopFollowingCookies = newCookies.subscribe(reconnectForCookies)
  const stopFollowing = storedSteamId.subscribe(reconnectForSteamId)
  // An open stream would keep the page out of the back-forward cache.
  addEventListener('pagehide', close)
  addEventListener('pageshow', reopen)
  return () => {
    close()
    stopFollowing()
    stopFollowingCookies()
    stopReporting()
    removeEventListener('load', openFirst)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', reopen)
  }
}
