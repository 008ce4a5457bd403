import { useEffect, useState } from 'react'
import { ApiProblem } from '../api/client.ts'
import { m } from '../i18n/paraglide/messages.js'
import { toast } from '../toasts.ts'
import { startSteamClaim } from './wallet-api.ts'

interface SteamLink {
  /** True from the press until Steam's page has replaced this one. */
  readonly pending: boolean
  readonly start: () => void
}

/** Sends the player to Steam; `onRefused` hears when he must sign in with Discord first. */
export function useSteamLink(onRefused: () => void): SteamLink {
  const [pending, setPending] = useState(false)

  useEffect(() => {
    // Coming back with the browser's back button shows this page as it was left.
    const reset = (): void => setPending(false)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])

  const start = (): void => {
    setPending(true)
    startSteamClaim().catch((error: unknown) => {
      setPending(false)
      const isSignedOut = error instanceof ApiProblem && error.code === 'unauthenticated'
      if (isSignedOut) onRefused()
      toast({
        title: m.session_error_title(),
        description: isSignedOut ? m.wallet_claim_visitor() : m.wallet_claim_not_started(),
        tone: 'destructive',
      })
    })
  }
  return { pending, start }
}
