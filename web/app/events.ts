import type { EventName, EventPayloads, TeamListingEvent } from '#contract/events.ts'
import type { ServerStatus } from '#contract/server-status.ts'
import { createListeners } from './subscriptions.ts'
import { readSteamId, rememberedSteamId } from '#web/features/accounts/remembered-player.ts'

type Handlers = { readonly [Name in EventName]: (payload: EventPayloads[Name]) => void }

const retryAfterRefusalMs = 30_000
const purchases = createListeners()
const shopItems = createListeners()
const balanceListeners = new Set<BalanceListener>()
const serverStatusListeners = new Set<(status: ServerStatus) => void>()
const teamListingListeners = new Set<TeamListingListener>()

/** Hears the remembered player's balance in Kr; null when it may have changed unheard. */
type BalanceListener = (balance: number | null) => void

/** Hears what became of a listing; null when something may have happened unheard. */
type TeamListingListener = (event: TeamListingEvent | null) => void

/** Calls the listener after every purchase that this page hears of; answers the function that stops it. */
export const subscribeToPurchases = purchases.subscribe

/** Calls the listener when the skin shop's items changed; answers the function that stops it. */
export const subscribeToShopItems = shopItems.subscribe

/** Calls the listener for what is heard of the balance; answers the function that stops it. */
export function subscribeToBalance(listener: BalanceListener): () => void {
  balanceListeners.add(listener)
  return () => void balanceListeners.delete(listener)
}

/** Calls the listener with what the game server's status is now; answers the function that stops it. */
export function subscribeToServerStatus(listener: (status: ServerStatus) => void): () => void {
  serverStatusListeners.add(listener)
  return () => void serverStatusListeners.delete(listener)
}

/** Calls the listener for what happens to listings; answers the function that stops it. */
export function subscribeToTeamListings(listener: TeamListingListener): () => void {
  teamListingListeners.add(listener)
  return () => void teamListingListeners.delete(listener)
}

// The first view needs the network more than news of other people's purchases do.
function afterLoad(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/**
 * Listens to the server's events until the returned function is called: those for everybody, and
 * those of the remembered Steam ID. The browser reconnects by itself after a broken connection;
 * only a refusal (such as 503 at a restart) is retried by us.
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
      // Word of another tab's Steam ID comes later than that ID itself.
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
      // What happened since the page read of it, if it did, is not told.
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
  const followSteamId = (): void => {
    // What is not open yet reads the Steam ID when it opens.
    if (source === undefined || readSteamId() === steamId) return
    clearTimeout(retry)
    open()
  }

  afterLoad(open)
  const stopFollowing = rememberedSteamId.subscribe(followSteamId)
  // An open stream would keep the page out of the browser's back-forward cache.
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
