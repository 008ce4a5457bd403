import { Hono } from 'hono'
import type { Database } from '#server/db/database.ts'
import { createImageReader } from '#server/services/images/read-images.ts'
import { imageMediaType } from '#server/services/images/store-image.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { closedPolicy } from '#server/http/middleware/security-headers.ts'
import { sendFile } from '#server/http/pages/send-file.ts'
import { Refusal } from '#server/services/refusal.ts'

const fileName = /^([0-9a-f]{64})\.webp$/

/** Uploaded pictures as we encoded them. What an address shows never changes. */
export function imageRoutes(database: Database): Hono<HttpEnvironment> {
  const readImage = createImageReader(database)
  return new Hono<HttpEnvironment>().get('/images/:file', async (context) => {
    const [, hash] = fileName.exec(context.req.param('file')) ?? []
    const content = hash === undefined ? null : await readImage(hash)
    if (!content) throw new Refusal('not_found')
    context.header('cache-control', 'public, max-age=31536000, immutable')
    // Somebody who opens a picture by itself runs nothing, whatever it is taken for.
    context.header('content-security-policy', `${closedPolicy}; sandbox`)
    const etag = `"${hash}"`
    return sendFile(context, {
      content,
      brotli: null,
      gzip: null,
      contentType: imageMediaType,
      etag,
    })
  })
}
