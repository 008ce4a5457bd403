import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { startPoll, type Poll } from '#web/checkout/poll.ts'
import { onReturn } from '#web/on-return.ts'
import { settlePack } from './packs-api.ts'
import { mayChange, settlementAfter, settlementDelayMs, type Settlement } from './settlement.ts'

interface SettlementControl {
  readonly settlement: Settlement
  readonly isAsking: boolean
  readonly askNow: () => void
}

interface SettlementListeners {
  /** The page's address names no checkout. */
  readonly onMissing: () => void
  readonly onCredited: (sessionId: string, totalKr: number) => void
  /** It was asked for the first time and there is no good answer. */
  readonly onTrouble: () => void
}

/** Asks our server how the checkout stands that the page's address names, until that is settled. */
export function useSettlement(listeners: SettlementListeners): SettlementControl {
  const [settlement, setSettlement] = useState<Settlement>({ status: 'processing' })
  const [isAsking, setIsAsking] = useState(true)
  const poll = useRef<Poll | null>(null)
  const told = useEffectEvent((sessionId: string, before: Settlement, now: Settlement) => {
    if (now.status === 'credited') listeners.onCredited(sessionId, now.totalKr)
    else if (before.status === 'processing' && now.status !== 'pending') listeners.onTrouble()
  })
  const missing = useEffectEvent(() => listeners.onMissing())

  useEffect(() => {
    const sessionId = new URLSearchParams(location.search).get('session_id')
    if (!sessionId) return missing()
    let latest: Settlement = { status: 'processing' }
    let isGone = false

    async function ask(id: string): Promise<void> {
      setIsAsking(true)
      const next = await askOnce(id, latest)
      if (isGone) return
      setIsAsking(false)
      setSettlement(next)
      told(id, latest, next)
      latest = next
      if (!mayChange(next)) stop()
    }
    const asking = startPoll(
      () => ask(sessionId),
      () => document.hidden,
      settlementDelayMs,
    )
    const stopReturning = onReturn(asking.askNow)
    function stop(): void {
      asking.stop()
      stopReturning()
    }
    poll.current = asking
    asking.askNow()
    return () => {
      isGone = true
      stop()
    }
  }, [])

  return { settlement, isAsking, askNow: () => poll.current?.askNow() }
}

async function askOnce(sessionId: string, before: Settlement): Promise<Settlement> {
  try {
    const { totalKrypto } = await settlePack(sessionId)
    return { status: 'credited', totalKr: totalKrypto }
  } catch (error) {
    return settlementAfter(before, error instanceof ApiProblem ? error.code : 'unexpected_answer')
  }
}
