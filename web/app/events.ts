import type { EventName, EventPayloads, TeamListingEvent } from '#contract/events.ts'
import type { ServerStatus } from '#contract/server-status.ts'
import { createListeners } from './subscriptions.ts'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'

type Handlers = { readonly [Name in EventName]: (payload: EventPayloads[Name]) => void }

const retryAfterRefusalMs = 30_000
const purchases = createListeners()
const shopItems = createListeners()
const balanceListeners = new Set<BalanceListener>()
const serverStatusListeners = new Set<(status: ServerStatus) => void>()
const teamListingListeners = new Set<TeamListingListener>()

/** Called with the stored player's balance in Kr; with null when changes may have been missed. */
type BalanceListener = (balance: number | null) => void

/** Called with a change of a listing; with null when changes may have been missed. */
type TeamListingListener = (event: TeamListingEvent | null) => void

/** Calls the listener after every purchase event; returns a function that unsubscribes. */
export const subscribeToPurchases = purchases.subscribe

/** Calls the listener when the skin shop's items changed; returns a function that unsubscribes. */
export const subscribeToShopItems = shopItems.subscribe

/** Calls the listener with every balance event; returns a function that unsubscribes. */
export function subscribeToBalance(listener: BalanceListener): () => void {
  balanceListeners.add(listener)
  return () => void balanceListeners.delete(listener)
}

/** Calls the listener with each new status of the game server; returns a function that unsubscribes. */
export function subscribeToServerStatus(listener: (status: ServerStatus) => void): () => void {
  serverStatusListeners.add(listener)
  return () => void serverStatusListeners.delete(listener)
}

/** Calls the listener with every change of a listing; returns a function that unsubscribes. */
export function subscribeToTeamListings(listener: TeamListingListener): () => void {
  teamListingListeners.add(listener)
  return () => void teamListingListeners.delete(listener)
}

// The first view needs the network more than the event stream does.
function afterLoad(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/**
 * Opens the server's event stream until the returned function is called: events for everybody, and
 * those of the stored Steam ID. The browser itself reconnects after a broken connection; only a
 * refusal (such as 503 at a restart) is retried here.
 */
export function listenToEvents(onPurchase: Handlers['purchase']): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let steamId: string | null = null

  const handlers: Handlers = {
    purchase: (payload) => {
      onPurchase(payload)
      purchases.notify()
    },
    balance: ({ balance }) => {
      // Another tab may have stored another Steam ID, of which this tab is notified only later.
      if (readSteamId() === steamId) balanceListeners.forEach((listener) => listener(balance))
    },
    'shop-items': shopItems.notify,
    'server-status': (status) => serverStatusListeners.forEach((listener) => listener(status)),
    'team-listing': (event) => teamListingListeners.forEach((listener) => listener(event)),
  }
  const open = (): void => {
    source?.close()
    steamId = readSteamId()
    const opened = new EventSource(`/api/events${steamId === null ? '' : `?steamId=${steamId}`}`)
    source = opened
    addEventHandler(opened, 'purchase', handlers.purchase)
    addEventHandler(opened, 'balance', handlers.balance)
    addEventHandler(opened, 'shop-items', handlers['shop-items'])
    addEventHandler(opened, 'server-status', handlers['server-status'])
    addEventHandler(opened, 'team-listing', handlers['team-listing'])
    opened.addEventListener('open', () => {
      // Changes between the page's own request and this moment have no event.
      balanceListeners.forEach((listener) => listener(null))
      teamListingListeners.forEach((listener) => listener(null))
      shopItems.notify()
    })
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
  const stopFollowing = storedSteamId.subscribe(reconnectForSteamId)
  // An open stream would keep the page out of the back-forward cache.
  addEventListener('pagehide', close)
  addEventListener('pageshow', reopen)
  return () => {
    close()
    stopFollowing()
    removeEventListener('load', open)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', reopen)
  }
}

function addEventHandler<Name extends EventName>(
  source: EventSource,
  name: Name,
  handle: (payload: EventPayloads[Name]) => void,
): void {
  source.addEventListener(name, ({ data }: MessageEvent<string>) => {
    const payload: EventPayloads[Name] = JSON.parse(data)
    handle(payload)
  })
}
