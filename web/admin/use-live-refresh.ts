import { useEffect, useRef } from 'react'
import { subscribeToPurchases } from '#web/realtime.ts'

const restMs = 2000

/** Calls `refresh` a moment after purchases that this page hears of: once for a handful of them. */
export function useLiveRefresh(refresh: () => void, subscribe = subscribeToPurchases): void {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  }, [refresh])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current()
      }, restMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [subscribe])
}
