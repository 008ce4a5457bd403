import { useSyncExternalStore } from 'react'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import {
  closeAdminSession,
  openAdminSession,
  readAdminSession,
  type AdminSessionView,
} from '#contract/staff.ts'
import { mayDo, type Right, type StaffRole } from '#domain/rights.ts'
import { ApiProblem, call, type CallArguments } from '#web/app/api-client.ts'
import {
  readStored,
  removeStored,
  removeStoredDrafts,
  writeStored,
} from '#web/app/browser-storage.ts'
import { followNewCookies } from '#web/app/events.ts'
import { queryClient, queryKeys } from '#web/app/query-client.ts'
import { createListeners } from '#web/app/subscriptions.ts'

/** Whether this browser has access to the admin area, as far as the page knows; the server checks every request. */
export type AdminAccess =
  | { readonly status: 'checking' | 'unreachable' }
  | { readonly status: 'locked'; readonly hasEnded: boolean }
  | { readonly status: 'open'; readonly by: AdminSessionView['by']; readonly name: string | null }

const checking: AdminAccess = { status: 'checking' }
let access: AdminAccess = checking
/** Stays when a session ends, with what is shown. */
let role: StaffRole | null = null
const { notify, subscribe } = createListeners()

/**
 * Set after a correct code. It gives no access; it only marks that a session may exist, so that
 * visitors who come here by mistake cause no request that is refused.
 */
const storageKey = 'adminSession'

export function useAdminAccess(): AdminAccess {
  return useSyncExternalStore(subscribe, currentAdminAccess, () => checking)
}

export function currentAdminAccess(): AdminAccess {
  return access
}

/** What this member of the staff is; null before they are known. */
export function useRole(): StaffRole | null {
  return useSyncExternalStore(
    subscribe,
    () => role,
    () => null,
  )
}

/** Whether this member of the staff has a right. Without it, its buttons and sections are not shown. */
export function useMayDo(right: Right): boolean {
  const known = useRole()
  return known !== null && mayDo(known, right)
}

/** Checks the access of this browser, if it was unlocked before or somebody is signed in. */
export async function checkAdminAccess(isSignedIn: boolean): Promise<void> {
  const wasUnlocked = readStored('localStorage', storageKey) !== null
  // Access by Discord account lasts as long as the account is signed in.
  if (access.status === 'open' && (access.by === 'code' || isSignedIn)) return
  if (!wasUnlocked && !isSignedIn) return update({ status: 'locked', hasEnded: false })
  try {
    await readAccess()
  } catch (error) {
    if (isForbidden(error)) lock({ hasEnded: wasUnlocked })
    else update({ status: 'unreachable' })
  }
}

/**
 * Sends the access code with the name of who enters it, which may be empty; the server opens a session
 * if it is correct.
 * @throws {ApiProblem} `wrong_code`, `rate_limited` and the errors of any request.
 */
export async function unlockAdmin(code: string, name: string): Promise<void> {
  await call(openAdminSession, { body: { code, ...(name !== '' && { name }) } })
  writeStored('localStorage', storageKey, 'unlocked')
  followNewCookies()
  await readAccess()
}

async function readAccess(): Promise<void> {
  const session = await call(readAdminSession)
  role = session.role
  update({ status: 'open', by: session.by, name: session.name })
}

/** @throws {ApiProblem} when the session may still be open. */
export async function lockAdmin(): Promise<void> {
  try {
    await call(closeAdminSession)
  } catch (error) {
    if (!isForbidden(error)) throw error
  }
  lock({ hasEnded: false })
}

/**
 * Calls an endpoint of the staff. Locks the admin area if that is forbidden: its session expired or
 * was ended elsewhere.
 * @throws {ApiProblem}
 */
export async function adminCall<Given extends Endpoint>(
  endpoint: Given,
  ...request: CallArguments<Given>
): Promise<AnswerOf<Given>> {
  try {
    return await call(endpoint, ...request)
  } catch (error) {
    if (access.status === 'open' && isForbidden(error)) lock({ hasEnded: true })
    // Their role has changed.
    if (error instanceof ApiProblem && error.needs !== null)
      void readAccess().catch(() => undefined)
    throw error
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'forbidden' && error.needs === null
}

function lock({ hasEnded }: { readonly hasEnded: boolean }): void {
  removeStored('localStorage', storageKey)
  update({ status: 'locked', hasEnded })
}

function update(next: AdminAccess): void {
  access = next
  // A session that ended by itself keeps what is shown, hidden, with what was being typed there.
  if (next.status === 'locked' && !next.hasEnded) {
    queryClient.removeQueries({ queryKey: queryKeys.admin })
    removeStoredDrafts()
  }
  notify()
}
