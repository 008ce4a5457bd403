import type { EventName, EventPayloads } from '../contract/events.ts'
import { createListeners } from './listeners.ts'

type Handlers = { readonly [Name in EventName]: (payload: EventPayloads[Name]) => void }

const retryAfterRefusalMs = 30_000
const purchases = createListeners()

/** Calls the listener after every purchase that this page hears of; answers the function that stops it. */
export const subscribeToPurchases = purchases.subscribe

// The first view needs the network more than news of other people's purchases do.
function afterLoad(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/**
 * Listens to the server's events until the returned function is called. The browser reconnects by
 * itself after a broken connection; only a refusal (such as 503 at a restart) is retried by us.
 */
export function listenToEvents(handlers: Handlers): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  const open = (): void => {
    source = new EventSource('/api/events')
    source.addEventListener('purchase', ({ data }: MessageEvent<string>) => {
      const payload: EventPayloads['purchase'] = JSON.parse(data)
      handlers.purchase(payload)
      purchases.notify()
    })
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return
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

  afterLoad(open)
  // An open stream would keep the page out of the browser's back-forward cache.
  addEventListener('pagehide', close)
  addEventListener('pageshow', reopen)
  return () => {
    close()
    removeEventListener('load', open)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', reopen)
  }
}
