import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'

/** A file of the web build, held in memory in its compressed forms if it has any. */
export interface WebFile {
  readonly content: Uint8Array<ArrayBuffer>
  readonly brotli: Uint8Array<ArrayBuffer> | null
  readonly gzip: Uint8Array<ArrayBuffer> | null
  readonly contentType: string
  readonly etag: string
}

/**
 * Reads a folder of the build. Keys are paths below it, starting with `/`. Synchronous: for two
 * thousand small files that takes a third of the time, and the server answers nobody yet.
 */
export function readWebFiles(directory: string): ReadonlyMap<string, WebFile> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name)),
  )
  const readCompressed = (file: string): Uint8Array<ArrayBuffer> | null =>
    files.has(file) ? readBytes(file) : null
  return new Map(
    [...files].flatMap((file): [string, WebFile][] => {
      const contentType = getMimeType(file)
      if (contentType === undefined || file.endsWith('.gz')) return []
      const key = `/${path.relative(directory, file).split(path.sep).join('/')}`
      const brotli = readCompressed(`${file}.br`)
      if (brotli === null) return [[key, uncompressed(contentType, readBytes(file))]]
      return [[key, fromBrotli(contentType, brotli, readCompressed(`${file}.gz`))]]
    }),
  )
}

function uncompressed(contentType: string, content: Uint8Array<ArrayBuffer>): WebFile {
  return { content, brotli: null, gzip: null, contentType, etag: etagOf(content) }
}

/**
 * Keeps only the brotli form, a fifth of the memory; decompresses it for the first client that
 * accepts no other form.
 */
function fromBrotli(
  contentType: string,
  brotli: Uint8Array<ArrayBuffer>,
  gzip: Uint8Array<ArrayBuffer> | null,
): WebFile {
  let content: Uint8Array<ArrayBuffer> | undefined
  return {
    get content() {
      return (content ??= new Uint8Array(brotliDecompressSync(brotli)))
    },
    brotli,
    gzip,
    contentType,
    etag: etagOf(brotli),
  }
}

function readBytes(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file))
}

/** Weak, because the compressed forms share it. */
function etagOf(content: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** A text that the server makes itself, compressed for the first client that accepts a form. */
export function textFile(text: string, contentType: string): WebFile {
  let content: Uint8Array<ArrayBuffer> | undefined
  let brotli: Uint8Array<ArrayBuffer> | undefined
  let gzip: Uint8Array<ArrayBuffer> | undefined
  return {
    get content() {
      return (content ??= new TextEncoder().encode(text))
    },
    get brotli() {
      return (brotli ??= new Uint8Array(brotliCompressSync(text, brotliOptions)))
    },
    get gzip() {
      return (gzip ??= new Uint8Array(gzipSync(text)))
    },
    contentType,
    etag: etagOf(text),
  }
}

// The best quality is 3 % smaller and ten times slower, which the first visitor would notice. A
// window of the default 4 MB takes ten times as long as one of the page's size, because its memory
// is cleared each time.
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
