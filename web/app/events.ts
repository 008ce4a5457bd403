import type * as z from 'zod/mini'
import { eventsPath } from '#contract/event-stream.ts'
import type { EventName, EventPayloads } from '#contract/events.ts'
import type { BalanceView } from '#contract/kryptonite.ts'
import type { ServerStatus } from '#contract/server-status.ts'
import type { TeamListingEvent } from '#contract/team.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'
import { shopTextsQuery } from '#web/features/products/shop-texts.ts'
import { parseJson } from './browser-storage.ts'
import { isJustLoaded, queryKeys, refetchAfterChange, setNewestData } from './query-client.ts'
import { refreshSite } from './site.ts'
import { createListeners } from './subscriptions.ts'

const retryAfterRefusalMs = 30_000
const purchaseListeners = new Set<PurchaseListener>()
const shopItems = createListeners()
const teamListingListeners = new Set<TeamListingListener>()

/** Called with a change of a listing; with null when changes may have been missed. */
type TeamListingListener = (event: TeamListingEvent | null) => void

type PurchaseListener = (purchase: EventPayloads['purchase']) => void

/** Calls the listener after every purchase event; returns a function that unsubscribes. */
export function subscribeToPurchases(listener: PurchaseListener): () => void {
  purchaseListeners.add(listener)
  return () => void purchaseListeners.delete(listener)
}

/** Calls the listener when the skin shop's items changed; returns a function that unsubscribes. */
export const subscribeToShopItems = shopItems.subscribe

/** Calls the listener with every change of a listing; returns a function that unsubscribes. */
export function subscribeToTeamListings(listener: TeamListingListener): () => void {
  teamListingListeners.add(listener)
  return () => void teamListingListeners.delete(listener)
}

/**
 * Calls those listeners. What this page changes itself may also arrive by the stream. Update this
 * device's copies first: a new listing that they lack is added to them as another player's.
 */
export function publishTeamListing(event: TeamListingEvent | null): void {
  teamListingListeners.forEach((listener) => listener(event))
}

/** The Steam ID of a stream, whose balance it reports; null if it has none. */
type StreamSteamId = SteamId64 | null

type EventHandler = (data: string, steamId: StreamSteamId) => Promise<void>

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
    const next = lastHandled.then(async () => {
      const shape = await loadShape().catch(() => null)
      if (shape === null) return applyMissedEvents(steamId)
      const parsed = shape.safeParse(parseJson(data))
      if (parsed.success) apply(parsed.data, steamId)
    })
    lastHandled = next.catch(() => undefined)
    return next
  }
}

const loadShapes = async () => (await import('#contract/events.ts')).eventPayloads

const handlers: Readonly<Record<EventName, EventHandler>> = {
  purchase: handler(
    async () => (await loadShapes()).purchase,
    (purchase) => {
      void refetchAfterChange(queryKeys.orders)
      void refetchAfterChange(queryKeys.donors)
      purchaseListeners.forEach((listener) => listener(purchase))
    },
  ),
  balance: handler(
    async () => (await loadShapes()).balance,
    (payload, steamId) => {
      // Another tab may have stored another Steam ID, of which this tab is notified only later.
      if (steamId === null || readSteamId() !== steamId) return
      void setNewestData(queryKeys.balance(steamId), payload satisfies BalanceView)
      void refetchAfterChange(queryKeys.wallet(steamId))
    },
  ),
  perks: handler(async () => (await loadShapes()).perks, refetchPerks),
  'shop-items': handler(async () => (await loadShapes())['shop-items'], refetchShopItems),
  site: handler(
    async () => (await loadShapes()).site,
    () => {
      void refreshSite()
      void refetchAfterChange(queryKeys.productTexts)
    },
  ),
  documents: handler(
    async () => (await loadShapes()).documents,
    () => void refetchAfterChange(queryKeys.documents),
  ),
  'server-status': handler(
    async () => (await loadShapes())['server-status'],
    (status) => void setNewestData(queryKeys.serverStatus, status satisfies ServerStatus),
  ),
  'team-listing': handler(
    async () => (await import('#contract/team.ts')).teamListingEvent,
    publishTeamListing,
  ),
}

function refetchPerks(): void {
  void refetchAfterChange(queryKeys.perks)
  void refetchAfterChange(queryKeys.perkReminders)
  void refetchAfterChange(queryKeys.orders)
}

function refetchShopItems(): void {
  void refetchAfterChange(queryKeys.shopItems)
  shopItems.notify()
}

/** Events may have been missed: changes before a stream has opened have none. */
function applyMissedEvents(steamId: StreamSteamId): void {
  if (steamId !== null) {
    void refetchAfterChange(queryKeys.balance(steamId))
    void refetchAfterChange(queryKeys.wallet(steamId))
  }
  if (!isJustLoaded(queryKeys.site)) void refreshSite()
  if (!isJustLoaded(shopTextsQuery().queryKey)) void refetchAfterChange(queryKeys.productTexts)
  if (!isJustLoaded(queryKeys.serverStatus)) void refetchAfterChange(queryKeys.serverStatus)
  refetchPerks()
  if (!isJustLoaded(queryKeys.shopItems)) refetchShopItems()
  publishTeamListing(null)
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
export function listenToEvents(onPurchase: PurchaseListener): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let steamId: StreamSteamId = null

  const open = (): void => {
    source?.close()
    const openedFor = readSteamId()
    steamId = openedFor
    const query = openedFor === null ? '' : `?steamId=${openedFor}`
    const opened = new EventSource(eventsPath + query)
    source = opened
    for (const [name, handle] of Object.entries(handlers)) {
      opened.addEventListener(
        name,
        ({ data }: MessageEvent<string>) => void handle(data, openedFor),
      )
    }
    opened.addEventListener('open', () => applyMissedEvents(openedFor))
    opened.addEventListener('error', () => {
      if (opened !== source || opened.readyState !== EventSource.CLOSED) return
      clearTimeout(retry)
      retry = setTimeout(open, retryAfterRefusalMs)
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

  afterLoad(open)
  const stopReporting = subscribeToPurchases(onPurchase)
  const stopFollowing = storedSteamId.subscribe(reconnectForSteamId)
  // An open stream would keep the page out of the back-forward cache.
  addEventListener('pagehide', close)
  addEventListener('pageshow', reopen)
  return () => {
    close()
    stopFollowing()
    stopReporting()
    removeEventListener('load', open)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', reopen)
  }
}
