import { isProblemCode, problemStatus } from '#contract/problem.ts'
import type { ListingFields } from '#domain/team.ts'
import { ApiProblem, type FailureCode } from '#web/app/api-client.ts'
import { newId } from '#web/app/new-id.ts'
import { copies } from './listing-copies.ts'
import { requireUserId, requireUserSecret } from './ownership.ts'
import { outbox, mergeChange, type PendingChange, type ChangeKind } from './outbox.ts'
import { enqueueUnsent, sendAndWait } from './send-outbox.ts'
import { fieldsOf, type StoredListing } from './stored-listing.ts'
import { isOffline } from './team-api.ts'

/**
 * The outcome of a change. `waiting`: stored on this device, and sent when the server can be
 * reached. `overtook`: saved, and it replaced an edit made elsewhere. `overtaken`: not saved,
 * because an edit made elsewhere is newer; a toast has announced both of these. `refused`: nothing
 * has changed, except that a listing with `listing_not_found` is removed.
 */
export type SaveOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'waiting'; readonly problem?: ApiProblem }
  | { readonly kind: 'overtook' }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'refused'; readonly problem: ApiProblem }

/** Posts a listing under an id and a secret made by this browser, so that it can wait to be sent. */
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
 * Changes the text of a listing. `seenRevision` is the revision that the visitor edited, by default
 * the newest on this device.
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

/** Renews a listing for its full time from now. */
export async function renewListing(id: string): Promise<SaveOutcome> {
  return saveChange(id, 'renewed', { undo: () => undefined })
}

/** Whether pending changes survive this page. */
export function areChangesStored(): boolean {
  return copies.isPersisted() && outbox.isPersisted()
}

interface ChangeOptions {
  /** Reverts the change of the copy. */
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
 * Whether another tab has overwritten our lists without having sent the change: browsers show tabs
 * each other's writes with a short delay.
 */
function isOverwritten(id: string, written: StoredListing | undefined): boolean {
  const revision = copies.find(id)?.revision ?? null
  return outbox.find(id) === undefined && revision === (written?.revision ?? null)
}

/** The outcome of a change that another tab has sent. */
function outcomeElsewhere(change: PendingChange): SaveOutcome {
  const now = outbox.find(change.id)
  if (now?.key !== change.key) return { kind: 'sent' }
  return now.refusal === null
    ? { kind: 'waiting' }
    : { kind: 'refused', problem: problemOf(now.refusal) }
}

/** Reverts a rejected change. The form keeps its text and shows the error. */
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
