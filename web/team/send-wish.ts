import type { TeamListing } from '#contract/team-listings.ts'
import { ApiProblem } from '#web/api/client.ts'
import { copies, settleOwn } from './listing-copies.ts'
import { readUserSecret, requireUserSecret } from './maker.ts'
import { outbox, type Wish, type WishKind } from './outbox.ts'
import { fieldsOf, storedOf } from './stored-listing.ts'
import {
  eraseListing,
  fetchOwnListings,
  patchListing,
  postListing,
  postRenewal,
} from './team-api.ts'
import { tellTeamNews } from './team-news.ts'

/** What became of a wish that was sent; `gone`: the server has no such listing any more. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'overtook' }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'waiting'; readonly problem: ApiProblem }
  | { readonly kind: 'refused'; readonly problem: ApiProblem }
  | { readonly kind: 'gone'; readonly problem: ApiProblem }

/** Asks the server for what the visitor wants, and takes over what it says. */
export async function sendWish(wish: Wish): Promise<SendOutcome> {
  try {
    return await senders[wish.kind](wish)
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
    return heedProblem(wish, problem)
  }
}

const senders: Readonly<Record<WishKind, (wish: Wish) => Promise<SendOutcome>>> = {
  made: sendMade,
  edited: sendEdited,
  renewed: async (wish) => {
    finish(wish, await postRenewal(readUserSecret(), wish.id))
    return { kind: 'sent' }
  },
  deleted: async (wish) => {
    await eraseListing(readUserSecret(), wish.id, wish)
    forget(wish.id)
    return { kind: 'sent' }
  },
}

async function sendMade(wish: Wish): Promise<SendOutcome> {
  const copy = copies.find(wish.id)
  if (copy === undefined) return dropWish(wish)
  outbox.put({ ...wish, wasTried: true })
  const { secret: _, ...listing } = await postListing(requireUserSecret(), {
    ...fieldsOf(copy),
    id: copy.id,
    creatorId: copy.creatorId,
  })
  // An answer got lost, and the visitor has written something else since: the server has the older text.
  const isOlderText =
    outbox.find(wish.id)?.key === wish.key &&
    wish.wasTried &&
    listing.updatedAt === listing.createdAt &&
    JSON.stringify(fieldsOf(listing)) !== JSON.stringify(fieldsOf(copy))
  if (!isOlderText) {
    finish(wish, listing)
    return { kind: 'sent' }
  }
  const edit: Wish = { ...wish, kind: 'edited', revision: listing.revision }
  outbox.put(edit)
  return sendEdited(edit)
}

async function sendEdited(wish: Wish): Promise<SendOutcome> {
  const copy = copies.find(wish.id)
  if (copy === undefined) return dropWish(wish)
  const secret = readUserSecret()
  const { overtook, ...changed } = await patchListing(secret, wish.id, fieldsOf(copy), wish)
  finish(wish, wish.renews ? await postRenewal(secret, wish.id) : changed)
  return { kind: overtook ? 'overtook' : 'sent' }
}

function finish(wish: Wish, listing: TeamListing): void {
  const stored = storedOf(listing, true)
  const now = outbox.find(wish.id)
  if (now === undefined || now.key === wish.key) {
    outbox.remove(wish.id)
    copies.put(stored)
  } else {
    // Meanwhile the visitor wanted something more, on top of this.
    const kind = now.kind === 'made' ? 'edited' : now.kind
    outbox.put({ ...now, kind, revision: listing.revision })
    const copy = copies.find(wish.id)
    if (copy !== undefined) copies.put({ ...stored, ...fieldsOf(copy) })
  }
  tellTeamNews({ change: wish.kind === 'made' ? 'made' : 'changed', listing })
}

async function heedProblem(wish: Wish, problem: ApiProblem): Promise<SendOutcome> {
  const { code, status } = problem
  // What is no answer of our server's comes from a portal or a proxy on the way to it.
  const isNotOurs = code === 'unexpected_answer'
  if (isNotOurs || status === 0 || status === 429 || status >= 500) {
    return { kind: 'waiting', problem }
  }
  if (code === 'listing_not_found') {
    forget(wish.id)
    return wish.kind === 'deleted' ? { kind: 'sent' } : { kind: 'gone', problem }
  }
  if (code === 'listing_changed') return takeNewer(wish)
  const now = outbox.find(wish.id)
  if (now?.key === wish.key) {
    // What could not be deleted is still there; there is nothing of the visitor's to keep.
    if (now.kind === 'deleted') outbox.remove(now.id)
    else outbox.put({ ...now, wasTried: true, refusal: code })
  }
  // Why it was removed is for its maker to read.
  if (code === 'listing_removed') await askForOwn().catch(() => undefined)
  return { kind: 'refused', problem }
}

async function takeNewer(wish: Wish): Promise<SendOutcome> {
  try {
    await askForOwn(() => {
      if (outbox.find(wish.id)?.key === wish.key) outbox.remove(wish.id)
    })
    return { kind: 'overtaken' }
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
    return { kind: 'waiting', problem }
  }
}

async function askForOwn(beforeSettling = (): void => undefined): Promise<void> {
  const own = await fetchOwnListings(readUserSecret())
  beforeSettling()
  settleOwn(own)
}

/** Somebody has cleared what it was about from this device. */
function dropWish(wish: Wish): SendOutcome {
  outbox.remove(wish.id)
  return { kind: 'gone', problem: new ApiProblem('listing_not_found', 404) }
}

function forget(id: string): void {
  outbox.remove(id)
  copies.remove(id)
  tellTeamNews({ change: 'gone', id })
}
