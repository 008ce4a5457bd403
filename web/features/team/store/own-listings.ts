import type { ListingFields } from '#domain/team.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { newId } from '#web/app/new-id.ts'
import { copies } from './listing-copies.ts'
import { requireUserId, requireUserSecret } from './ownership.ts'
import { outbox, mergeChange, type PendingChange, type ChangeKind } from './outbox.ts'
import { enqueueUnsent, sendAndWait } from './send-outbox.ts'
import { fieldsOf, storedListing, type StoredListing } from './stored-listing.ts'
import { isOffline } from './team-api.ts'

/**
 * The outcome of a change. `waiting`: stored on this device, and sent when the server can be
 * reached. `overtook`: saved, and it replaced an edit made elsewhere. `overtaken`: not saved,
 * because an edit made elsewhere is newer; a toast has announced both of these. `refused`: nothing
 * has changed, except that a listing with `listing_not_found` is removed.
 */
export type SaveOutcome =
  | { readonly kind: 'sent' | 'overtook' | 'overtaken' }
  | { readonly kind: 'waiting'; readonly problem?: ApiProblem }
  | { readonly kind: 'refused'; readonly problem: ApiProblem }

/** Posts a listing under an id and a secret made by this browser, so that it can wait to be sent. */
export async function makeListing(fields: ListingFields): Promise<SaveOutcome> {
  const id = newId()
  requireUserSecret()
  const creatorId = requireUserId()
  const createdAt = new Date().toISOString()
  const made = storedListing.parse({ ...fields, id, creatorId, createdAt, isMine: true })
  copies.update((before) => [made, ...before])
  return saveChange(id, 'made')
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
  if (before === undefined) {
    return { kind: 'refused', problem: new ApiProblem('listing_not_found', 0) }
  }
  copies.put({ ...before, ...fieldsOf(fields), updatedAt: new Date().toISOString() })
  return saveChange(id, 'edited', before, seenRevision)
}

export function deleteListing(id: string): Promise<SaveOutcome> {
  return saveChange(id, 'deleted')
}

export function renewListing(id: string): Promise<SaveOutcome> {
  return saveChange(id, 'renewed')
}

/** Whether pending changes survive this page. */
export function areChangesStored(): boolean {
  return copies.isPersisted() && outbox.isPersisted()
}

/** Stores and sends a change; `edited` is the listing before an edit. */
async function saveChange(
  id: string,
  kind: ChangeKind,
  edited?: StoredListing,
  revision = copies.find(id)?.revision ?? null,
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
  if (outcome.kind === 'refused') revertChange(change, before, edited)
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
    : { kind: 'refused', problem: new ApiProblem(now.refusal, 0, { ban: now.ban }) }
}

/** Reverts a rejected change. The form keeps its text and shows the error. */
function revertChange(
  change: PendingChange,
  before: PendingChange | undefined,
  edited: StoredListing | undefined,
): void {
  const { id, key, kind } = change
  const now = outbox.find(id)
  if (now !== undefined && now.key !== key) return
  if (before === undefined) outbox.remove(id)
  else outbox.put(before)
  const copy = copies.find(id)
  if (edited && copy) copies.put({ ...copy, ...fieldsOf(edited), updatedAt: edited.updatedAt })
  else if (before === undefined && kind === 'made') copies.remove(id)
}
