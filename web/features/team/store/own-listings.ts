import { problemStatus } from '#contract/problem.ts'
import type { ListingFields } from '#domain/team.ts'
import { ApiProblem, isProblemCode, type FailureCode } from '#web/app/api-client.ts'
import { newId } from '#web/app/new-id.ts'
import { copies } from './listing-copies.ts'
import { requireUserId, requireUserSecret } from './ownership.ts'
import { outbox, mergeChange, type PendingChange, type ChangeKind } from './outbox.ts'
import { enqueueUnsent, sendAndWait } from './send-outbox.ts'
import { fieldsOf, type StoredListing } from './stored-listing.ts'
import { isOffline } from './team-api.ts'

/**
 * What became of a change. `waiting`: kept on this device and sent when the server can be reached.
 * `overtook`: done, over an edit made elsewhere. `overtaken`: not done, an edit made elsewhere is
 * newer; a toast says both of these already. `refused`: nothing has changed, except that a listing
 * with `listing_not_found` is gone.
 */
export type SaveOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'waiting'; readonly problem?: ApiProblem }
  | { readonly kind: 'overtook' }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'refused'; readonly problem: ApiProblem }

/** Posts a listing, under an id and a secret of this browser's own, so that it can wait to be sent. */
export async function makeListing(fields: ListingFields): Promise<SaveOutcome> {
  const id = newId()
  const now = new Date().toISOString()
  requireUserSecret()
  copies.update((before) => [
    {
      ...fieldsOf(fields),
      id,
      creatorId: requireUserId(),
      createdAt: now,
      updatedAt: now,
      expiresAt: null,
      revision: null,
      verified: { discord: false, steam: false },
      isMine: true,
      state: 'live',
      removalReason: null,
    },
    ...before,
  ])
  return saveChange(id, 'made', { undo: () => copies.remove(id) })
}

/**
 * Changes what a listing says. `seenRevision` is the revision that the editor had before him; else it
 * is the newest that this device knows.
 */
export async function changeListing(
  id: string,
  fields: ListingFields,
  seenRevision?: number | null,
): Promise<SaveOutcome> {
  const before = copies.find(id)
  if (before === undefined) return { kind: 'refused', problem: problemOf('listing_not_found') }
  copies.put({ ...before, ...fieldsOf(fields), updatedAt: new Date().toISOString() })
  return saveChange(id, 'edited', {
    undo: () => {
      const now = copies.find(id)
      if (now) copies.put({ ...now, ...fieldsOf(before), updatedAt: before.updatedAt })
    },
    ...(seenRevision !== undefined && { revision: seenRevision }),
  })
}

/** Deletes a listing for ever. */
export async function deleteListing(id: string): Promise<SaveOutcome> {
  return saveChange(id, 'deleted', { undo: () => undefined })
}

/** Lets a listing run its full time from now on. */
export async function renewListing(id: string): Promise<SaveOutcome> {
  return saveChange(id, 'renewed', { undo: () => undefined })
}

/** Whether what waits to be sent outlives this page. */
export function isWaitingKept(): boolean {
  return copies.isKept() && outbox.isKept()
}

interface ChangeOptions {
  /** Takes back what was written into the copy. */
  readonly undo: () => void
  readonly revision?: number | null
}

async function saveChange(
  id: string,
  kind: ChangeKind,
  { undo, revision = copies.find(id)?.revision ?? null }: ChangeOptions,
): Promise<SaveOutcome> {
  if (kind !== 'made') enqueueUnsent()
  const before = outbox.find(id)
  const change = mergeChange(before, kind, { id, revision })
  if (change === null) {
    outbox.remove(id)
    copies.remove(id)
    return { kind: 'sent' }
  }
  outbox.put(change)
  const written = copies.find(id)
  if (isOffline()) return { kind: 'waiting' }
  let sent = await sendAndWait(change.key)
  if (sent === null && isOverwritten(id, written)) {
    if (written) copies.put(written)
    outbox.put(change)
    sent = await sendAndWait(change.key)
  }
  const outcome = sent ?? outcomeElsewhere(change)
  if (outcome.kind === 'gone') return { kind: 'refused', problem: outcome.problem }
  if (outcome.kind === 'refused') revertChange(change, before, undo)
  return outcome
}

/**
 * Whether another tab has written its lists over ours without having sent anything: browsers let tabs
 * see each other's writes a moment late.
 */
function isOverwritten(id: string, written: StoredListing | undefined): boolean {
  const revision = copies.find(id)?.revision ?? null
  return outbox.find(id) === undefined && revision === (written?.revision ?? null)
}

/** What another tab's sending has left of a change. */
function outcomeElsewhere(change: PendingChange): SaveOutcome {
  const now = outbox.find(change.id)
  if (now?.key !== change.key) return { kind: 'sent' }
  return now.refusal === null
    ? { kind: 'waiting' }
    : { kind: 'refused', problem: problemOf(now.refusal) }
}

/** The form still has what was typed, and tells why it was refused. */
function revertChange(
  change: PendingChange,
  before: PendingChange | undefined,
  undo: () => void,
): void {
  const now = outbox.find(change.id)
  if (now !== undefined && now.key !== change.key) return
  if (before === undefined) outbox.remove(change.id)
  else outbox.put(before)
  undo()
}

function problemOf(code: FailureCode): ApiProblem {
  return new ApiProblem(code, isProblemCode(code) ? problemStatus[code] : 0)
}
