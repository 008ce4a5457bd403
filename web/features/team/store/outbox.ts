import * as z from 'zod/mini'
import { uuid } from '#contract/fields.ts'
import { isProblemCode } from '#contract/problem.ts'
import { listingRevision } from '#contract/team.ts'
import type { FailureCode } from '#web/app/api-client.ts'
import { newId } from '#web/app/new-id.ts'
import { storedList } from './stored-list.ts'

const changeKinds = ['made', 'edited', 'renewed', 'deleted'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** An entry of the local-storage list `teamOutbox`: a pending change of one of the visitor's listings. */
const pendingChange = z.object({
  /** The id of the listing. Its new text is in `teamListings`. */
  id: uuid,
  /** A new one for each change. */
  key: z.string(),
  kind: z.enum(changeKinds),
  /** With `edited`: whether the listing is renewed as well. */
  renews: z.catch(z.boolean(), false),
  /** When it was last edited, in ISO 8601. */
  at: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  /** The revision that the visitor saw; null if unknown. */
  revision: z.catch(z.nullable(listingRevision), null),
  /** Whether the server may have received it. */
  wasTried: z.catch(z.boolean(), false),
  /** The code with which the server rejected it; it then waits for another change. */
  refusal: z.catch(z.nullable(z.custom<FailureCode>(isProblemCode)), null),
  /** With the refusal `banned`: why, and until when. */
  ban: z.catch(
    z.nullable(z.object({ reason: z.nullable(z.string()), until: z.nullable(z.string()) })),
    null,
  ),
})
export type PendingChange = z.output<typeof pendingChange>

export const outbox = storedList('teamOutbox', pendingChange)

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
    ban: null,
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

let latest: Promise<unknown> = Promise.resolve()

/**
 * Runs a task while no other task of this kind runs, in this tab or another. Browsers have no locks
 * on pages without TLS, and refuse them where they refuse storage; there the lock covers only this
 * tab.
 */
export async function withSendingLock<Result>(task: () => Promise<Result>): Promise<Result> {
  const runs: Promise<Result>[] = []
  const start = (): Promise<Result> => {
    const run = task()
    runs.push(run)
    return run
  }
  // What the task itself rejects with is in its promise.
  await navigator.locks?.request('team-listings', start).catch(() => undefined)
  return runs[0] ?? withTabLock(task)
}

function withTabLock<Result>(task: () => Promise<Result>): Promise<Result> {
  const run = latest.then(task)
  latest = run.catch(() => undefined)
  return run
}
