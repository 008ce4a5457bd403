import { useSyncExternalStore } from 'react'
import type { AdminSessionView } from '#contract/staff.ts'
import { ApiProblem, requestJson } from '#web/app/api-client.ts'
import { createListeners } from '#web/app/subscriptions.ts'
import { readStored, removeStored, writeStored } from '#web/app/browser-storage.ts'

/** Whether this browser may work in the admin area, as far as the page knows; the server decides at every call. */
export type AdminAccess =
  | { readonly status: 'checking' | 'unreachable' }
  | { readonly status: 'locked'; readonly hasEnded: boolean }
  | { readonly status: 'open'; readonly by: AdminSessionView['by'] }

const checking: AdminAccess = { status: 'checking' }
let access: AdminAccess = checking
const { notify, subscribe } = createListeners()

/**
 * Says that it is worth asking; it opens nothing. Without it every visitor who comes here by mistake
 * would make a call that is refused.
 */
const markKey = 'adminSession'
const address = '/api/admin/session'

export function useAdminAccess(): AdminAccess {
  return useSyncExternalStore(subscribe, currentAdminAccess, () => checking)
}

export function currentAdminAccess(): AdminAccess {
  return access
}

/** Asks whether this browser is an admin's, where the code was given before or somebody is signed in. */
export async function checkAdminAccess(isSignedIn: boolean): Promise<void> {
  const wasUnlocked = readStored('localStorage', markKey) !== null
  // A Discord account opens it for as long as it is signed in.
  if (access.status === 'open' && (access.by === 'code' || isSignedIn)) return
  if (!wasUnlocked && !isSignedIn) return update({ status: 'locked', hasEnded: false })
  try {
    const { by } = await requestJson<AdminSessionView>(address)
    update({ status: 'open', by })
  } catch (error) {
    if (isRefusal(error)) close({ hasEnded: wasUnlocked })
    else update({ status: 'unreachable' })
  }
}

/**
 * Gives the access code; the server opens a session when it is right.
 * @throws {ApiProblem} `wrong_code`, `rate_limited` and what any call may throw.
 */
export async function unlockAdmin(code: string): Promise<void> {
  await requestJson(address, { body: { code } })
  writeStored('localStorage', markKey, 'unlocked')
  update({ status: 'open', by: 'code' })
}

/** @throws {ApiProblem} when the session may still be open. */
export async function lockAdmin(): Promise<void> {
  try {
    await requestJson(address, { method: 'DELETE' })
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  close({ hasEnded: false })
}

/** To be told of every call that failed: a refusal says that the session ran out or was ended elsewhere. */
export function adminCallFailed(error: unknown): void {
  if (access.status === 'open' && isRefusal(error)) close({ hasEnded: true })
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'forbidden'
}

function close({ hasEnded }: { readonly hasEnded: boolean }): void {
  removeStored('localStorage', markKey)
  update({ status: 'locked', hasEnded })
}

function update(next: AdminAccess): void {
  access = next
  notify()
}
