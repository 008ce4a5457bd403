import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { HttpEnvironment } from '#server/http/environment.ts'

const largestBodyBytes = 256 * 1024
/** A picture of 5 MB as a data URL, which makes four bytes of three. */
const largestUploadBytes = 7 * 1024 * 1024

/** Where pictures are uploaded. */
export const uploadPath = '/api/admin/shop-items'

/** For everybody: nobody makes us read more, except where the limit for uploads stands. */
export function limitBody() {
  const limit = bodyLimit({ maxSize: largestBodyBytes })
  return createMiddleware<HttpEnvironment>((context, next) =>
    isSmall(context) || isUpload(context.req.path) ? next() : limit(context, next),
  )
}

/**
 * Whether its headers alone tell that a body is small: HTTP ends one at its length. Hono's limit asks
 * for the body itself, and every request that is asked so costs a third more.
 */
function isSmall({ req }: Context<HttpEnvironment>): boolean {
  if (req.header('transfer-encoding') !== undefined) return false
  return Number(req.header('content-length') ?? 0) <= largestBodyBytes
}

/** To be asked only after who asks is known to be an admin. */
export function limitUpload() {
  return bodyLimit({ maxSize: largestUploadBytes })
}

function isUpload(path: string): boolean {
  return path === uploadPath || path.startsWith(`${uploadPath}/`)
}
