import { useState } from 'react'
import { useBalance, type Balance } from './balance-store.ts'

interface ChangingBalance {
  readonly balance: Balance
  /** Which way it went last; null when it has not changed under the player's eyes. */
  readonly change: 'rise' | 'fall' | null
}

/** The balance and its last change. Another player's balance, or the first one, is no change. */
export function useBalanceChange(): ChangingBalance {
  const balance = useBalance()
  const [state, setState] = useState<ChangingBalance>({ balance, change: null })
  if (state.balance === balance) return state
  const next = { balance, change: changeBetween(state.balance, balance) }
  setState(next)
  return next
}

function changeBetween(before: Balance, after: Balance): ChangingBalance['change'] {
  if (before.steamId !== after.steamId || before.kr === null || after.kr === null) return null
  return after.kr > before.kr ? 'rise' : 'fall'
}
