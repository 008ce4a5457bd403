import { useEffect } from 'react'
import type { Language } from '#contract/language.ts'
import { getLocale } from '#web/i18n/runtime.ts'
import { savedAtAddress } from './offline-copies.ts'

/**
 * Has guides, rules and the team finder saved for times without a network, once the page has nothing
 * else to do. To be called by the pages that profit from it; the returned function calls it off.
 */
function keepOffline(language: Language): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const start = (): void => {
    // Refused storage, a private window, a lost network: the page itself needs none of it.
    startSaving(language).catch(() => undefined)
  }
  return whenIdle(start)
}

async function startSaving(language: Language): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(language)
}

/** When the copy on this device was made, as an ISO 8601 time; null when there is none. */
export async function readSavedAt(): Promise<string | null> {
  try {
    const answer = await caches.match(savedAtAddress)
    return answer ? await answer.text() : null
  } catch {
    return null
  }
}

/** When the page rests, or after two seconds of waiting for that. Safari has no idle callback. */
function whenIdle(start: () => void): () => void {
  const pageIsBusyMilliseconds = 2000
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(start, pageIsBusyMilliseconds)
    return () => clearTimeout(timer)
  }
  // Without a limit it may never come: a page that nothing moves on is not always given idle time.
  const request = requestIdleCallback(start, { timeout: pageIsBusyMilliseconds })
  return () => cancelIdleCallback(request)
}

/** Makes the page that calls it, and all that are kept with it, open without a network from now on. */
export function useKeptOffline(): void {
  useEffect(() => keepOffline(getLocale()), [])
}
