import { isUuid } from '#domain/uuid.ts'
import { isProblemCode, type FailureCode } from '#web/app/api-client.ts'
import { newId } from '#web/app/new-id.ts'
import { storedList } from './stored-list.ts'
import { readRevision } from './stored-listing.ts'

const changeKinds = ['made', 'edited', 'renewed', 'deleted'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** An entry of the local-storage list `teamOutbox`: a pending change of one of the visitor's listings. */
export interface PendingChange {
  /** The id of the listing. Its new text is in `teamListings`. */
  readonly id: string
  /** A new one for each change. */
  readonly key: string
  readonly kind: ChangeKind
  /** With `edited`: whether the listing is renewed as well. */
  readonly renews: boolean
  /** When it was last edited, in ISO 8601. */
  readonly at: string
  /** The revision that the visitor saw; null if unknown. */
  readonly revision: number | null
  /** Whether the server may have received it. */
  readonly wasTried: boolean
  /** The code with which the server rejected it; it then waits for another change. */
  readonly refusal: FailureCode | null
}

export const outbox = storedList('teamOutbox', readPendingChange)

/**
 * The pending change after a further one; null if nothing is left to send, because the server never
 * received the listing.
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

/** Whether the copy has text of the visitor that the server has not accepted. */
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
 * Runs a task while no other task of this kind runs, in this tab or another. Browsers have no locks
 * on pages without TLS, and refuse them where they refuse storage; there the lock covers only this
 * tab.
 */
export async function withSendingLock<Result>(task: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return withTabLock(task)
  let hasStarted = false
  const start = (): Promise<Result> => {
    hasStarted = true
    return task()
  }
  try {
    return await navigator.locks.request('team-listings', start)
  } catch (error) {
    if (hasStarted) throw error
    return withTabLock(task)
  }
}

function withTabLock<Result>(task: () => Promise<Result>): Promise<Result> {
  const run = latest.then(task)
  latest = run.catch(() => undefined)
  return run
}
