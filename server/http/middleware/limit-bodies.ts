import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { importPerks } from '#contract/admin-perks.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { answerLbCore } from '#contract/lb-core.ts'
import { addShopItem, changeShopItem } from '#contract/skins.ts'
import { addTextPicture } from '#contract/documents.ts'
import { addMessage, addMessageAsStaff } from '#contract/order-messages.ts'
import { addTaskNote } from '#contract/tasks.ts'
import type { Config } from '#server/app/config.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import { createConnectionLimiter } from '#server/http/connection-limiter.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'

const maxBodyBytes = 256 * 1024
/** A picture of 5 MB as a data URL, in which three bytes become four. */
const maxUploadBytes = 7 * 1024 * 1024

/** The chat config of a game server in which ten thousand players have a colour. */
const maxLbAnswerBytes = 4 * 1024 * 1024

/** They accept pictures, a `priority.txt` or a table of players. */
export const uploads: readonly Endpoint[] = [
  addShopItem,
  changeShopItem,
  addTaskNote,
  addMessage,
  addMessageAsStaff,
  addTextPicture,
  importPerks,
]
const ofBuyers = patternOf(addMessage)
const withOwnLimit = [...uploads, answerLbCore].map(patternOf)

/** The limit for every route but those that have their own. */
export function limitBody() {
  const limit = limitTo(maxBodyBytes)
  return createMiddleware<HttpEnvironment>((context, next) =>
    withOwnLimit.some((pattern) => pattern.test(context.req.path)) ? next() : limit(context, next),
  )
}

/** Apply it only after `adminOnly`, or where `limitBodies` lets few of them in. */
export function limitUpload() {
  return limitTo(maxUploadBytes)
}

/** Apply it only after the token was checked. */
export function limitLbAnswer() {
  return limitTo(maxLbAnswerBytes)
}

/** Larger than any photo: nobody sends as much by mistake. */
const longestDrainedBytes = 64 * 1024 * 1024

/**
 * A body that states its length is not touched. Hono's own limit begins to read it, which makes each
 * request a third slower, and a refused sender would be cut off before it has the answer. A body that
 * nobody has begun to read is drained by Node.
 */
function limitTo(bytes: number) {
  const limitUnknown = bodyLimit({ maxSize: bytes })
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    if (isWithin(bytes, context)) return next()
    if (!hasKnownLength(context)) return limitUnknown(context, next)
    if (!isWithin(longestDrainedBytes, context)) context.header('connection', 'close')
    return problem(context, 'body_too_large')
  })
}

/** Whether the headers alone show that the body is that small: HTTP ends it at its `Content-Length`. */
function isWithin(bytes: number, context: Context<HttpEnvironment>): boolean {
  return hasKnownLength(context) && Number(context.req.header('content-length') ?? 0) <= bytes
}

function hasKnownLength({ req }: Context<HttpEnvironment>): boolean {
  return req.header('transfer-encoding') === undefined
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
}

/** Every connection may send this much at once: 100 MB for as many connections as there can be. */
const smallBodyBytes = 8 * 1024
/**
 * The server holds a larger body in memory until it is complete: 8 MB for each address and 75 MB in
 * total at worst. Only admins' pictures, a game's configs and some provider events are that large.
 */
const bodiesPerNetwork = 30
const bodiesInTotal = 300
/** Pictures of buyers, and anybody can say that they are one: 70 MB at worst. */
const buyersPictures = { perNetwork: 2, total: 10 }
const retryAfterSeconds = 5

/** Limits how many large bodies may be under way, so that bodies that never end cannot fill the memory. */
export function limitBodies(config: Pick<Config, 'trustedProxies'>) {
  const acquireSlot = createConnectionLimiter({
    perNetwork: bodiesPerNetwork,
    total: bodiesInTotal,
  })
  const acquirePictureSlot = createConnectionLimiter(buyersPictures)
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    if (isWithin(smallBodyBytes, context)) return next()
    const isBuyersPicture = ofBuyers.test(context.req.path) && !isWithin(maxBodyBytes, context)
    const acquire = isBuyersPicture ? acquirePictureSlot : acquireSlot
    const releaseSlot = acquire(readClientNetworks(config, context))
    if (!releaseSlot) return problem(context, 'rate_limited', { retryAfterSeconds })
    try {
      return await next()
    } finally {
      releaseSlot()
    }
  })
}
