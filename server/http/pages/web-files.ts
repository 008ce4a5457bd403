import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'

type Bytes = Uint8Array<ArrayBuffer>

/** A file of the web build, held in memory in its compressed forms if it has any. */
export interface WebFile {
  readonly content: Bytes
  readonly brotli?: Bytes
  readonly gzip?: Bytes | null
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
  const readCompressed = (file: string): Bytes | null => (files.has(file) ? readBytes(file) : null)
  return new Map(
    [...files].flatMap((file): [string, WebFile][] => {
      const contentType = getMimeType(file)
      if (contentType === undefined || file.endsWith('.gz')) return []
      const key = `/${path.relative(directory, file).split(path.sep).join('/')}`
      const brotli = readCompressed(`${file}.br`)
      if (brotli === null) {
        const content = readBytes(file)
        return [[key, { content, contentType, etag: etagOf(content) }]]
      }
      return [[key, fromBrotli(contentType, brotli, readCompressed(`${file}.gz`))]]
    }),
  )
}

/**
 * Keeps only the brotli form, a fifth of the memory; the few clients that accept no other one get it
 * decompressed.
 */
function fromBrotli(contentType: string, brotli: Bytes, gzip: Bytes | null): WebFile {
  return {
    get content() {
      return decompressed(brotli)
    },
    brotli,
    gzip,
    contentType,
    etag: etagOf(brotli),
  }
}

function decompressed(brotli: Bytes): Bytes {
  return new Uint8Array(brotliDecompressSync(brotli))
}

function readBytes(file: string): Bytes {
  return new Uint8Array(readFileSync(file))
}

/** Weak, because the compressed forms share it. */
function etagOf(content: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/**
 * A text that the server makes itself, compressed for the first client that accepts a form. Then only
 * what is compressed is kept.
 */
export function textFile(text: string, contentType: string): WebFile {
  let kept: { readonly plain: Bytes } | { readonly brotli: Bytes } = {
    plain: new TextEncoder().encode(text),
  }
  let gzip: Bytes | undefined
  const plain = (): Bytes => ('plain' in kept ? kept.plain : decompressed(kept.brotli))
  return {
    get content() {
      return plain()
    },
    get brotli() {
      if ('plain' in kept) {
        kept = { brotli: new Uint8Array(brotliCompressSync(kept.plain, brotliOptions)) }
      }
      return kept.brotli
    },
    get gzip() {
      return (gzip ??= new Uint8Array(gzipSync(plain())))
    },
    contentType,
    etag: etagOf(text),
  }
}

/** Keeps the file of each name until its text changes, so that it is compressed once. */
export function keepTextFiles() {
  const kept = new Map<string, WebFile>()
  return (name: string, text: string, contentType: string): WebFile => {
    const made = textFile(text, contentType)
    const known = kept.get(name)
    if (known?.etag === made.etag) return known
    kept.set(name, made)
    return made
  }
}

// The best quality is 3 % smaller and ten times slower, which the first visitor would notice. A
// window of the default 4 MB takes ten times as long as one of the page's size, because its memory
// is cleared each time.
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
