import { isUuid } from '#domain/uuid.ts'
import { isProblemCode, type FailureCode } from '#web/api/client.ts'
import { newId } from '#web/cart/new-id.ts'
import { storedList } from './stored-list.ts'
import { readRevision } from './stored-listing.ts'

const wishKinds = ['made', 'edited', 'renewed', 'deleted'] as const
export type WishKind = (typeof wishKinds)[number]

/** An entry of the local-storage list `teamOutbox`: what the visitor wants of one of his listings. */
export interface Wish {
  /** The listing's. What it shall say stands in `teamListings`. */
  readonly id: string
  /** Another one for each change of mind. */
  readonly key: string
  readonly kind: WishKind
  /** With `edited`: that it is renewed as well. */
  readonly renews: boolean
  /** When it was last edited, in ISO 8601. */
  readonly at: string
  /** The revision that the visitor saw; null when that is not known. */
  readonly revision: number | null
  /** Whether the server may have heard of it. */
  readonly wasTried: boolean
  /** Why the server refused it; it then waits for another wish. */
  readonly refusal: FailureCode | null
}

export const outbox = storedList('teamOutbox', readWish)

/**
 * What is left to be sent when somebody wants something more of a listing; null when that is nothing,
 * because the server never heard of it.
 */
export function wishAfter(
  before: Wish | undefined,
  kind: WishKind,
  { id, revision }: Pick<Wish, 'id' | 'revision'>,
): Wish | null {
  const wish: Wish = {
    id,
    key: newId(),
    kind,
    renews: false,
    at: new Date().toISOString(),
    revision,
    wasTried: false,
    refusal: null,
  }
  if (before === undefined) return wish
  const isUnmade = before.kind === 'made'
  if (kind === 'deleted') {
    if (isUnmade && (!before.wasTried || before.refusal !== null)) return null
    return { ...wish, revision: isUnmade ? null : before.revision }
  }
  if (isUnmade) return { ...wish, kind: 'made', wasTried: before.wasTried, revision: null }
  if (before.kind === 'edited') {
    return {
      ...wish,
      kind: 'edited',
      renews: before.renews || kind === 'renewed',
      at: kind === 'renewed' ? before.at : wish.at,
      revision: before.revision,
    }
  }
  return { ...wish, renews: before.kind === 'renewed' && kind === 'edited' }
}

/** Whether there is text of the visitor's in the copy that the server has not taken. */
export function hasUnsentText(wish: Wish | undefined): boolean {
  return wish?.kind === 'made' || wish?.kind === 'edited'
}

function readWish(value: unknown): Wish | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, key, kind, renews, at, revision, wasTried, refusal }: Record<string, unknown> = {
    ...value,
  }
  const known = wishKinds.find((wishKind) => wishKind === kind)
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
