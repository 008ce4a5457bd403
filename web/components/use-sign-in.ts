import { ApiProblem } from '#web/api/client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { signIn } from '#web/session.ts'
import { toast } from '#web/toasts.ts'
import { useDeparture } from './use-departure.ts'

/** Starts the sign-in with Discord and says so when it cannot be started. */
export function useSignIn(): ReturnType<typeof useDeparture> {
  return useDeparture(signIn, toastSignInError)
}

function toastSignInError(error: unknown): void {
  const refused = error instanceof ApiProblem && error.status > 0
  if (refused) toastSignInFailure()
  else toastUnexpectedError()
}

export function toastSignInFailure(): void {
  toast({
    title: m.session_failed_title(),
    description: m.session_failed_text(),
    tone: 'destructive',
  })
}

export function toastUnexpectedError(): void {
  toast({
    title: m.session_error_title(),
    description: m.session_error_text(),
    tone: 'destructive',
  })
}
