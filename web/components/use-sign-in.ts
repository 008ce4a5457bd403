import { useEffect, useState } from 'react'
import { ApiProblem } from '../api/client.ts'
import { m } from '../i18n/paraglide/messages.js'
import { signIn } from '../session.ts'
import { toast } from '../toasts.ts'

interface SignIn {
  /** True from the press until Discord's page has replaced this one. */
  readonly pending: boolean
  readonly start: () => void
}

/** Starts the sign-in with Discord and says so when it cannot be started. */
export function useSignIn(): SignIn {
  const [pending, setPending] = useState(false)

  useEffect(() => {
    // Coming back with the browser's back button shows this page as it was left.
    const reset = (): void => setPending(false)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])

  const start = (): void => {
    setPending(true)
    signIn().catch((error: unknown) => {
      setPending(false)
      toastSignInError(error)
    })
  }
  return { pending, start }
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
