import { Hono } from 'hono'
import type { Database } from '../../db/database.ts'
import { createImageReader } from '../../services/images/read-images.ts'
import { imageMediaType } from '../../services/images/store-image.ts'
import type { HttpEnvironment } from '../environment.ts'
import { closedPolicy } from '../middleware/security-headers.ts'
import { sendFile } from '../pages/send-file.ts'
import { Refusal } from '../../services/refusal.ts'

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
