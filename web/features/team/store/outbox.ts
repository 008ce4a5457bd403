import { isUuid } from '#domain/uuid.ts'
import { isProblemCode, type FailureCode } from '#web/app/api-client.ts'
import { newId } from '#web/app/new-id.ts'
import { storedList } from './stored-list.ts'
import { readRevision } from './stored-listing.ts'

const changeKinds = ['made', 'edited', 'renewed', 'deleted'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** An entry of the local-storage list `teamOutbox`: what the visitor wants of one of his listings. */
export interface PendingChange {
  /** The listing's. What it shall say stands in `teamListings`. */
  readonly id: string
  /** Another one for each change of mind. */
  readonly key: string
  readonly kind: ChangeKind
  /** With `edited`: that it is renewed as well. */
  readonly renews: boolean
  /** When it was last edited, in ISO 8601. */
  readonly at: string
  /** The revision that the visitor saw; null when that is not known. */
  readonly revision: number | null
  /** Whether the server may have heard of it. */
  readonly wasTried: boolean
  /** Why the server refused it; it then waits for another change. */
  readonly refusal: FailureCode | null
}

export const outbox = storedList('teamOutbox', readPendingChange)

/**
 * What is left to be sent when somebody wants something more of a listing; null when that is nothing,
 * because the server never heard of it.
 */
export function mergeChange(
  before: PendingChange | undefined,
  kind: ChangeKind,
  { id, revision }: Pick<PendingChange, 'id' | 'revision'>,
): PendingChange | null {
  const change: PendingChange = {
    id,
    key: newId(),
    kind,
    renews: false,
    at: new Date().toISOString(),
    revision,
    wasTried: false,
    refusal: null,
  }
  if (before === undefined) return change
  const isUnmade = before.kind === 'made'
  if (kind === 'deleted') {
    if (isUnmade && (!before.wasTried || before.refusal !== null)) return null
    return { ...change, revision: isUnmade ? null : before.revision }
  }
  if (isUnmade) return { ...change, kind: 'made', wasTried: before.wasTried, revision: null }
  if (before.kind === 'edited') {
    return {
      ...change,
      kind: 'edited',
      renews: before.renews || kind === 'renewed',
      at: kind === 'renewed' ? before.at : change.at,
      revision: before.revision,
    }
  }
  return { ...change, renews: before.kind === 'renewed' && kind === 'edited' }
}

/** Whether there is text of the visitor's in the copy that the server has not taken. */
export function hasUnsentText(change: PendingChange | undefined): boolean {
  return change?.kind === 'made' || change?.kind === 'edited'
}

function readPendingChange(value: unknown): PendingChange | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, key, kind, renews, at, revision, wasTried, refusal }: Record<string, unknown> = {
    ...value,
  }
  const known = changeKinds.find((changeKind) => changeKind === kind)
  if (!isUuid(id) || typeof key !== 'string' || known === undefined) return null
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null
  return {
    id: id.toLowerCase(),
    key,
    kind: known,
    renews: renews === true,
    at,
    revision: readRevision(revision),
    wasTried: wasTried === true,
    refusal: isProblemCode(refusal) ? refusal : null,
  }
}

let latest: Promise<unknown> = Promise.resolve()

/**
 * Runs a task when no other one of this kind runs, in this tab or in another. Browsers withhold locks
 * from pages without TLS, and refuse them where they refuse storage; there only this tab takes turns.
 */
export async function withSendingLock<Result>(task: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return withLockOfTab(task)
  let isBegun = false
  const begin = (): Promise<Result> => {
    isBegun = true
    return task()
  }
  try {
    return await navigator.locks.request('team-listings', begin)
  } catch (error) {
    if (isBegun) throw error
    return withLockOfTab(task)
  }
}

function withLockOfTab<Result>(task: () => Promise<Result>): Promise<Result> {
  const turn = latest.then(task)
  latest = turn.catch(() => undefined)
  return turn
}
