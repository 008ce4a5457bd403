import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'

/** A file of the web build, held in memory in its compressed forms, when it has some. */
export interface WebFile {
  readonly content: Uint8Array<ArrayBuffer>
  readonly brotli: Uint8Array<ArrayBuffer> | null
  readonly gzip: Uint8Array<ArrayBuffer> | null
  readonly contentType: string
  readonly etag: string
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Reads a folder of the build. Keys are paths below it, with `/` first. At once and in order: of two
 * thousand small files that takes a third of the time, and nobody is served before.
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
      const contentType = contentTypes[path.extname(file)]
      if (!contentType) return []
      const key = `/${path.relative(directory, file).split(path.sep).join('/')}`
      const brotli = readCompressed(`${file}.br`)
      if (brotli === null) return [[key, asItIs(contentType, readBytes(file))]]
      return [[key, keptAsBrotli(contentType, brotli, readCompressed(`${file}.gz`))]]
    }),
  )
}

function asItIs(contentType: string, content: Uint8Array<ArrayBuffer>): WebFile {
  return { content, brotli: null, gzip: null, contentType, etag: etagOf(content) }
}

/** A fifth of the memory; what it was before is made for the first who takes it in no other form. */
function keptAsBrotli(
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

/** Weak: the compressed forms share it. */
function etagOf(content: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

export interface FinishedFile extends WebFile {
  /** A page that says that search engines should leave it out. */
  readonly unlisted: boolean
}

/** Finds a finished file by its name, for a language that was asked for by address or for none. */
export type FindFile = (name: string, askedLanguage?: string) => FinishedFile | undefined

/**
 * Puts in what files can only know from the settings: our own address, and the language that the
 * visitor's address names. Done when a file is first asked for, so that the start does not wait, and
 * kept: there are as many results as files and languages.
 */
export function finishFiles(
  templates: ReadonlyMap<string, WebFile>,
  publicOrigin: string,
): FindFile {
  const finished = new Map<string, FinishedFile>()
  return (name, askedLanguage) => {
    const template = templates.get(name)
    if (!template) return undefined
    const languageQuery = askedLanguage === undefined ? '' : `?lang=${askedLanguage}`
    const key = name + languageQuery
    const known = finished.get(key)
    if (known) return known
    const file = finishFile(template, publicOrigin, languageQuery)
    finished.set(key, file)
    return file
  }
}

function finishFile(template: WebFile, publicOrigin: string, languageQuery: string): FinishedFile {
  const finish = (): string =>
    new TextDecoder()
      .decode(template.content)
      .replaceAll('%PUBLIC_ORIGIN%', publicOrigin)
      .replaceAll('%LANGUAGE_QUERY%', languageQuery)
  const finished = finish()
  // Only the forms that somebody takes are kept, which is the small one mostly.
  let content: Uint8Array<ArrayBuffer> | undefined
  let brotli: Uint8Array<ArrayBuffer> | undefined
  let gzip: Uint8Array<ArrayBuffer> | undefined
  return {
    get content() {
      return (content ??= new TextEncoder().encode(finish()))
    },
    get brotli() {
      return (brotli ??= new Uint8Array(brotliCompressSync(finish(), brotliOptions)))
    },
    get gzip() {
      return (gzip ??= new Uint8Array(gzipSync(finish())))
    },
    contentType: template.contentType,
    etag: etagOf(finished),
    unlisted: template.contentType.startsWith('text/html') && finished.includes(unlistedMark),
  }
}

const unlistedMark = '<meta name="robots" content="noindex">'

// The best quality is 3 % smaller and ten times slower, which the first visitor would feel. The usual
// window of 4 MB takes ten times as long as one of the size of a page: its memory is cleared each time.
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
