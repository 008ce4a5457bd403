import { useEffect } from 'react'
import type { Language } from '#contract/language.ts'
import { getLocale } from '#web/i18n/runtime.ts'
import { savedAtAddress } from './offline-copies.ts'

/**
 * Saves guides, rules and the team finder for offline use, once the page is idle. Returns a
 * function that cancels it.
 */
function saveForOffline(language: Language): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const start = (): void => {
    // Storage may be refused, the window private, the network lost: the page works without the copies.
    requestSaving(language).catch(() => undefined)
  }
  return whenIdle(start)
}

async function requestSaving(language: Language): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(language)
}

/** When the copy on this device was made, as an ISO 8601 time; null if there is none. */
export async function readSavedAt(): Promise<string | null> {
  try {
    const answer = await caches.match(savedAtAddress)
    return answer ? await answer.text() : null
  } catch {
    return null
  }
}

/** Runs when the page is idle, at the latest after two seconds. Safari has no idle callback. */
function whenIdle(start: () => void): () => void {
  const idleTimeoutMs = 2000
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(start, idleTimeoutMs)
    return () => clearTimeout(timer)
  }
  // Without a timeout it may never run: browsers do not always report idle time on a page where nothing moves.
  const request = requestIdleCallback(start, { timeout: idleTimeoutMs })
  return () => cancelIdleCallback(request)
}

/** Makes the calling page, and all others saved with it, available offline. */
export function useOfflineCopies(): void {
  useEffect(() => saveForOffline(getLocale()), [])
}
