import { useEffect } from 'react'
import { getLocale } from '#web/i18n/runtime.ts'
import { keepOffline } from '#web/service-worker/keep-offline.ts'

/** Makes the page that calls it, and all that are kept with it, open without a network from now on. */
export function useKeptOffline(): void {
  useEffect(() => keepOffline(getLocale()), [])
}
