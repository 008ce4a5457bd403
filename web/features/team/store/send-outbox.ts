import * as contract from '#contract/team.ts'
import type { TeamListing } from '#contract/team.ts'
import { ApiProblem, call } from '#web/app/api-client.ts'
import { publishTeamListing } from '#web/app/events.ts'
import { endTopic, toast } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { copies, mergeOwnListings } from './listing-copies.ts'
import {
  mergeChange,
  outbox,
  withSendingLock,
  type ChangeKind,
  type PendingChange,
} from './outbox.ts'
import { isOwn, readUserSecret, requireUserSecret } from './ownership.ts'
import { fieldsOf, storedOf } from './stored-listing.ts'
import { basisOf, fetchOwnListings, isOffline } from './team-api.ts'

const firstPauseMs = 5000
const maxPauseMs = 300_000
let pauseMs = firstPauseMs
let retry: ReturnType<typeof setTimeout> | undefined
/** When the server accepts changes again, by its `Retry-After`; in milliseconds since 1970. */
let waitUntil = 0
const awaitedOutcomes = new Map<string, SendOutcome | null>()

/** Sends the pending changes in order; after temporary failures again, with growing pauses. */
export async function sendOutbox(): Promise<void> {
  if (Date.now() >= waitUntil) await sendAll()
}

/**
 * Sends the pending changes and returns the outcome of one of them, which its form shows; null if
 * another tab has sent it.
 */
export async function sendAndWait(key: string): Promise<SendOutcome | null> {
  awaitedOutcomes.set(key, null)
  try {
    await sendAll()
    // A run that was already under way may have sent it.
    return awaitedOutcomes.get(key) ?? null
  } finally {
    awaitedOutcomes.delete(key)
  }
}

/** Queues listings from before there was a server, which have never been sent. */
export function enqueueUnsent(): void {
  for (const copy of copies.read()) {
    if (copy.revision !== null || !isOwn(copy) || outbox.find(copy.id)) continue
    const change = mergeChange(undefined, 'made', copy)
    if (change) outbox.put({ ...change, at: copy.createdAt })
  }
}

async function sendAll(): Promise<void> {
  if (!isOffline()) await withSendingLock(sendInOrder)
}

async function sendInOrder(): Promise<void> {
  clearTimeout(retry)
  enqueueUnsent()
  const outcomes = new Map<string, SendOutcome>()
  for (let change = nextChange(outcomes); change; change = nextChange(outcomes)) {
    const outcome = await sendChange(change)
    outcomes.set(change.key, outcome)
    const isAwaited = awaitedOutcomes.has(change.key)
    if (isAwaited) awaitedOutcomes.set(change.key, outcome)
    toastOutcome(outcome.kind, change.kind, isAwaited)
    if (outcome.kind === 'waiting' && blocksAll(outcome.problem)) break
  }
  const problems = [...outcomes.values()].flatMap((outcome) =>
    outcome.kind === 'waiting' ? outcome.problem : [],
  )
  const waitMs = 1000 * Math.max(0, ...problems.map((problem) => problem.retryAfterSeconds ?? 0))
  waitUntil = Date.now() + waitMs
  if (problems.length === 0) pauseMs = firstPauseMs
  else retryLater(waitMs)
}

function nextChange(outcomes: ReadonlyMap<string, SendOutcome>): PendingChange | undefined {
  return outbox.read().find(({ key, refusal }) => refusal === null && !outcomes.has(key))
}

/**
 * Whether a failure would affect all changes, such as a lost network or a rate limit. A 500
 * concerns only its own change.
 */
function blocksAll({ status }: ApiProblem): boolean {
  return status !== 500
}

function retryLater(atLeastMs: number): void {
  clearTimeout(retry)
  retry = setTimeout(() => void sendAll(), Math.max(pauseMs, atLeastMs))
  pauseMs = Math.min(pauseMs * 2, maxPauseMs)
}

/** The outcome of a sent change; `gone`: the server no longer has the listing. */
type SendOutcome =
  | { readonly kind: 'sent' | 'overtook' | 'overtaken' }
  | { readonly kind: 'waiting' | 'refused'; readonly problem: ApiProblem }
  | { readonly kind: 'gone'; readonly problem: ApiProblem }

async function sendChange(change: PendingChange): Promise<SendOutcome> {
  try {
    return await senders[change.kind](change)
  } catch (error) {
    return handleProblem(change, problemOf(error))
  }
}

function problemOf(error: unknown): ApiProblem {
  return error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
}

const senders: Readonly<Record<ChangeKind, (change: PendingChange) => Promise<SendOutcome>>> = {
  made: sendMade,
  edited: sendEdited,
  renewed: async (change) => {
    finish(change, await renew(change))
    return { kind: 'sent' }
  },
  deleted: async (change) => {
    const query = basisOf(change)
    await call(contract.deleteListing, { params: change, query, bearerSecret: readUserSecret() })
    removeLocally(change.id)
    return { kind: 'sent' }
  },
}

async function sendMade(change: PendingChange): Promise<SendOutcome> {
  const copy = copies.find(change.id)
  if (copy === undefined) return dropChange(change)
  outbox.put({ ...change, wasTried: true })
  const { secret: _, ...listing } = await call(contract.makeListing, {
    body: { ...fieldsOf(copy), id: copy.id, creatorId: copy.creatorId },
    bearerSecret: requireUserSecret(),
  })
  // The response to the first try was lost, and the text was edited since: the server has the older text.
  const isOlderText =
    outbox.find(change.id)?.key === change.key &&
    change.wasTried &&
    listing.updatedAt === listing.createdAt &&
    JSON.stringify(fieldsOf(listing)) !== JSON.stringify(fieldsOf(copy))
  if (!isOlderText) {
    finish(change, listing)
    return { kind: 'sent' }
  }
  const edit: PendingChange = { ...change, kind: 'edited', revision: listing.revision }
  outbox.put(edit)
  return sendEdited(edit)
}

async function sendEdited(change: PendingChange): Promise<SendOutcome> {
  const copy = copies.find(change.id)
  if (copy === undefined) return dropChange(change)
  const { overtook, ...changed } = await call(contract.changeListing, {
    params: change,
    body: { ...fieldsOf(copy), ...basisOf(change) },
    bearerSecret: readUserSecret(),
  })
  finish(change, change.renews ? await renew(change) : changed)
  return { kind: overtook ? 'overtook' : 'sent' }
}

function renew(change: PendingChange): Promise<TeamListing> {
  return call(contract.renewListing, { params: change, bearerSecret: readUserSecret() })
}

function finish(change: PendingChange, listing: TeamListing): void {
  const stored = storedOf(listing, true)
  const now = outbox.find(change.id)
  if (now === undefined || now.key === change.key) {
    outbox.remove(change.id)
    copies.put(stored)
  } else {
    // The visitor made another change in the meantime, based on this one.
    const kind = now.kind === 'made' ? 'edited' : now.kind
    outbox.put({ ...now, kind, revision: listing.revision })
    const copy = copies.find(change.id)
    if (copy !== undefined) copies.put({ ...stored, ...fieldsOf(copy) })
  }
  publishTeamListing({ change: change.kind === 'made' ? 'made' : 'changed', listing })
}

async function handleProblem(change: PendingChange, problem: ApiProblem): Promise<SendOutcome> {
  const { code, status } = problem
  // Such a response comes from a captive portal or a proxy, not from our server.
  const isForeignResponse = code === 'unexpected_answer'
  if (isForeignResponse || status === 0 || status === 429 || status >= 500) {
    return { kind: 'waiting', problem }
  }
  if (code === 'listing_not_found') {
    removeLocally(change.id)
    return change.kind === 'deleted' ? { kind: 'sent' } : { kind: 'gone', problem }
  }
  if (code === 'listing_changed') return acceptNewer(change)
  const now = outbox.find(change.id)
  if (now?.key === change.key) {
    // The listing still exists, and there is no text of the visitor's to keep.
    if (now.kind === 'deleted') outbox.remove(now.id)
    else outbox.put({ ...now, wasTried: true, refusal: code, ban: problem.ban ?? null })
  }
  // Fetches the reason of the removal for the listing's author.
  if (code === 'listing_removed') await refetchOwnListings().catch(() => undefined)
  return { kind: 'refused', problem }
}

async function acceptNewer(change: PendingChange): Promise<SendOutcome> {
  try {
    await refetchOwnListings(() => {
      if (outbox.find(change.id)?.key === change.key) outbox.remove(change.id)
    })
    return { kind: 'overtaken' }
  } catch (error) {
    return { kind: 'waiting', problem: problemOf(error) }
  }
}

async function refetchOwnListings(beforeMerge = (): void => undefined): Promise<void> {
  const own = await fetchOwnListings(readUserSecret())
  beforeMerge()
  mergeOwnListings(own)
}

/** The listing was cleared from this device's storage. */
function dropChange(change: PendingChange): SendOutcome {
  outbox.remove(change.id)
  return { kind: 'gone', problem: new ApiProblem('listing_not_found', 404) }
}

function removeLocally(id: string): void {
  outbox.remove(id)
  copies.remove(id)
  publishTeamListing({ change: 'gone', id })
}

const sentTitles: Readonly<Record<ChangeKind, () => string>> = {
  made: m.team_sending_made,
  edited: m.team_sending_edited,
  renewed: m.team_sending_renewed,
  deleted: m.team_sending_deleted,
}

/** The title and text for a change that was not, or not simply, applied. */
const reasons = {
  overtook: [m.team_sending_overtook_title, m.team_sending_overtook_text],
  overtaken: [m.team_sending_overtaken_title, m.team_sending_overtaken_text],
  gone: [m.team_sending_gone_title, m.team_sending_gone_text],
  refused: [m.team_sending_refused_title, m.team_sending_refused_text],
} as const

/** Shows the outcome of a change. A form that waits for it shows all but conflicts itself. */
function toastOutcome(outcome: SendOutcome['kind'], change: ChangeKind, isAwaited: boolean): void {
  const isConflict = outcome === 'overtook' || outcome === 'overtaken'
  if (outcome === 'waiting' || (isAwaited && !isConflict)) return
  if (outcome === 'sent') {
    endTopic('waiting listings')
    return toast({ title: sentTitles[change](), tone: 'success' })
  }
  const isRefused = outcome === 'refused'
  const [title, text] = reasons[outcome]
  toast({
    title: title(),
    description: isRefused && change === 'deleted' ? m.team_sending_undeleted_text() : text(),
    // Long enough to read the reason.
    durationMs: 12_000,
    ...(isRefused && { tone: 'destructive' }),
  })
}
