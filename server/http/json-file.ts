import { createHash } from 'node:crypto'
import type { WebFile } from './pages/web-build.ts'

/** An answer as `sendFile` sends it: not again to who has it already. */
export function jsonFile(answer: unknown): WebFile {
  const content = new TextEncoder().encode(JSON.stringify(answer))
  return {
    content,
    brotli: null,
    gzip: null,
    contentType: 'application/json',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
  }
}
