import { hashKey, queryOptions } from '@tanstack/react-query'
import type { SessionUser } from '#contract/session.ts'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { ApiProblem, call } from './api-client.ts'
import { readStored, removeStored, removeStoredDrafts, writeStored } from './browser-storage.ts'
import { paths } from '#contract/paths.ts'
import { queryClient, queryKeys, setNewestData, useServerData } from './query-client.ts'
import { toast, toastFailure } from './toasts.ts'
import { useExternalNavigation } from './use-external-navigation.ts'

export type Session =
  | { readonly status: 'unknown' | 'visitor'; readonly user: null }
  | { readonly status: 'player'; readonly user: SessionUser }

const contract = () => import('#contract/accounts.ts')
const unknown: Session = { status: 'unknown', user: null }

// A page that opens need not request it again; the visitor may have signed out or switched accounts
// in another tab, so it is requested when they return.
const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: fetchSession,
  staleTime: Infinity,
})

/** The current session; `unknown` until the server has answered. */
export function useSession(): Session {
  return useServerData(sessionQuery).data ?? unknown
}

/**
 * Loads the session from the server.
 * @throws {ApiProblem}
 */
export function loadSession(): Promise<Session> {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

async function fetchSession(): Promise<Session> {
  const { user } = await call(import('#contract/session.ts').then(({ readSession }) => readSession))
  const before = queryClient.getQueryData<Session>(queryKeys.session)
  // The name at Discord may be unknown for both accounts, so all that is known is compared.
  const isOther = hashKey([before?.user]) !== hashKey([user])
  if (before?.status === 'player' && isOther) forgetAccountData()
  else if (!user) forgetLinkedSteamId()
  if (user && readSteamId() === null) void storeLinkedSteamId()
  return user ? { status: 'player', user } : { status: 'visitor', user: null }
}

/** What the account before could see is dropped at once; what is shown is requested again. */
function forgetAccountData(): void {
  forgetLinkedSteamId()
  removeStoredDrafts()
  void queryClient.resetQueries({ queryKey: queryKeys.account })
}

/** Steam has proven whose it is, so the balance and the shop use it too, on every device. */
async function storeLinkedSteamId(): Promise<void> {
  try {
    const { claims } = await call(contract().then(({ listClaims }) => listClaims))
    if (!claims[0] || readSteamId() !== null) return
    storedSteamId.write(claims[0].steamId)
    writeStored('localStorage', linkedKey, claims[0].steamId)
  } catch {
    // The next page tries again.
  }
}

const linkedKey = 'linkedSteamId'

/** A Steam ID that only the sign-in brought leaves with its account: others may use this device. */
function forgetLinkedSteamId(): void {
  const linked = readStored('localStorage', linkedKey)
  if (linked === null) return
  if (readSteamId() === linked) storedSteamId.write(null)
  removeStored('localStorage', linkedKey)
}

const returnKey = 'returnAfterSignIn'

/**
 * Opens Discord's own page; the visitor comes back to `/auth/callback`, which leads to this page, or
 * to `/login?error=…`.
 * @throws {ApiProblem}
 */
export async function signIn(): Promise<void> {
  const { pathname, search } = location
  // A second try starts on the page of the sign-in, and leads to where the first one began.
  const isSignIn = pathname === paths.login() || pathname === paths.authCallback()
  if (!isSignIn) writeStored('sessionStorage', returnKey, pathname + search)
  const { url } = await call(
    contract().then(({ signIn: endpoint }) => endpoint),
    {
      body: {
        provider: 'discord',
        callbackURL: paths.authCallback(),
        errorCallbackURL: paths.login(),
      },
    },
  )
  location.assign(url)
}

/** The page of ours on which the sign-in began, once; the home page if none is known. */
export function takeSignInPage(): string {
  const page = readStored('sessionStorage', returnKey)
  removeStored('sessionStorage', returnKey)
  return page !== null && /^\/(?![/\\])/.test(page) ? page : paths.home()
}

/** @throws {ApiProblem} */
export async function signOut(): Promise<void> {
  await call(
    contract().then(({ signOut: endpoint }) => endpoint),
    { body: {} },
  )
  await setNewestData(queryKeys.session, { status: 'visitor', user: null } satisfies Session)
  forgetAccountData()
}

/** Signs out, and shows a toast about the outcome. Returns whether it worked. */
export async function signOutWithToast(): Promise<boolean> {
  try {
    await signOut()
  } catch {
    toastUnexpectedError()
    return false
  }
  toast({ title: m.session_goodbye_title(), description: m.session_goodbye_text() })
  return true
}

/** Starts the sign-in with Discord, and shows a toast if that fails. */
export function useSignIn(): ReturnType<typeof useExternalNavigation> {
  return useExternalNavigation(signIn, toastSignInError)
}

function toastSignInError(error: unknown): void {
  const refused = error instanceof ApiProblem && error.status > 0
  if (refused) toastSignInFailure()
  else toastUnexpectedError()
}

export function toastSignInFailure(): void {
  toastFailure(m.session_failed_title(), m.session_failed_text())
}

export function toastUnexpectedError(): void {
  toastFailure(m.failed_title(), m.session_error_text())
}
