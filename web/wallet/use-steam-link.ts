import { ApiProblem } from '#web/api/client.ts'
import { useDeparture } from '#web/components/use-departure.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { startSteamClaim } from './wallet-api.ts'

/** Sends the player to Steam; `onRefused` hears when he must sign in with Discord first. */
export function useSteamLink(onRefused: () => void): ReturnType<typeof useDeparture> {
  return useDeparture(startSteamClaim, (reason) => {
    const isSignedOut = reason instanceof ApiProblem && reason.code === 'unauthenticated'
    if (isSignedOut) onRefused()
    toast({
      title: m.session_error_title(),
      description: isSignedOut ? m.wallet_claim_visitor() : m.wallet_claim_not_started(),
      tone: 'destructive',
    })
  })
}
