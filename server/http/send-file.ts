import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { WebFile } from './pages/web-files.ts'

/** Answers a file: 304 when the browser already has it, otherwise in the best compression that it accepts. */
export function sendFile(context: Context, file: WebFile, status: 200 | 404 = 200): Response {
  context.header('etag', file.etag)
  if (status === 200 && isKnown(file, context.req.header('if-none-match'))) {
    return context.body(null, 304)
  }
  const accepted = context.req.header('accept-encoding') ?? ''
  context.header('content-type', file.contentType)
  // Check `accepts` first: reading `brotli` compresses the page.
  if (accepts(accepted, 'br') && file.brotli) {
    context.header('content-encoding', 'br')
    return context.body(file.brotli, status)
  }
  if (accepts(accepted, 'gzip') && file.gzip) {
    context.header('content-encoding', 'gzip')
    return context.body(file.gzip, status)
  }
  return context.body(file.content, status)
}

/** `If-None-Match` is a list; RFC 9110 §13.1.2 wants the weak comparison. */
export function isKnown(file: WebFile, header = ''): boolean {
  const known = header.split(',').map((etag) => etag.trim().replace(/^W\//, ''))
  return header.trim() === '*' || known.includes(file.etag.replace(/^W\//, ''))
}

/** Whether an encoding is listed with a weight above zero. */
function accepts(header: string, encoding: string): boolean {
  return parseAccept(header).some(({ type, q }) => type.toLowerCase() === encoding && q > 0)
}

/** An answer for `sendFile`, so that a client that already has it gets a 304. */
export function fileOf(text: string, contentType: string): WebFile {
  const content = new TextEncoder().encode(text)
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  return { content, contentType, etag }
}
