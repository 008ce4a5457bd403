import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A file of the web build, held in memory with its compressed forms. */
export interface WebFile {
  readonly content: Uint8Array<ArrayBuffer>
  readonly brotli: Uint8Array<ArrayBuffer> | null
  readonly gzip: Uint8Array<ArrayBuffer> | null
  readonly contentType: string
  readonly etag: string
  /** A page that says that search engines should leave it out. */
  readonly unlisted: boolean
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
}

const unlistedMark = '<meta name="robots" content="noindex">'

/** Reads a folder of the build. Keys are paths below it, with `/` first. */
export async function readWebFiles(directory: string): Promise<ReadonlyMap<string, WebFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.flatMap((entry) => {
    const contentType = contentTypes[path.extname(entry.name)]
    if (!entry.isFile() || !contentType) return []
    return [{ file: path.join(entry.parentPath, entry.name), contentType }]
  })
  return new Map(
    await Promise.all(
      files.map(async ({ file, contentType }): Promise<[string, WebFile]> => {
        const key = `/${path.relative(directory, file).split(path.sep).join('/')}`
        return [key, await readWebFile(file, contentType)]
      }),
    ),
  )
}

async function readWebFile(file: string, contentType: string): Promise<WebFile> {
  const content = new Uint8Array(await readFile(file))
  return {
    content,
    brotli: await readOptional(`${file}.br`),
    gzip: await readOptional(`${file}.gz`),
    contentType,
    etag: etagOf(content),
    unlisted:
      contentType.startsWith('text/html') && Buffer.from(content.buffer).includes(unlistedMark),
  }
}

/** Weak: the compressed forms share it. */
export function etagOf(content: Uint8Array): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

async function readOptional(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(file))
  } catch {
    return null
  }
}
