import { openAsBlob } from 'node:fs'
import { BlobReader, ZipReader, type FileEntry } from '@zip.js/zip.js'
import {
  archiveFormat,
  manifestHead,
  manifestName,
  manifestSchema,
  type Manifest,
} from './format.ts'

/** The largest row is a text of a megabyte or two; an archive of ours has none as large as this. */
const maxLineCharacters = 64 * 1024 * 1024
const maxManifestBytes = 4 * 1024 * 1024
const maxPictureBytes = 16 * 1024 * 1024

/** Files are found by names that we know; whatever else is in the archive is never looked at. */
export interface Archive {
  readonly manifest: Manifest
  /** Reads all of it once, and throws when a byte is missing or another one. */
  readonly verify: () => Promise<void>
  readonly readLines: (file: string) => AsyncGenerator<string>
  /** Null when it is not there. */
  readonly readPicture: (file: string) => Promise<Uint8Array | null>
}

/** @throws with the reason when the file is no whole archive that this product can read. */
export async function openArchive(file: string): Promise<Archive> {
  const entries = await readEntries(file)
  const find = (name: string): FileEntry => {
    const entry = entries.get(name)
    if (!entry) throw new Error(`The archive is damaged: ${name} is missing.`)
    return entry
  }
  if (!entries.has(manifestName)) throw new Error(notOurs)
  return {
    manifest: readManifest(await readWhole(find(manifestName), maxManifestBytes)),
    verify: async () => {
      for (const entry of entries.values()) await drain(entry)
    },
    readLines: (name) => readLines(find(name)),
    readPicture: async (name) => {
      const entry = entries.get(name)
      return entry ? readWhole(entry, maxPictureBytes) : null
    },
  }
}

const notOurs = 'This is no archive of a shop.'

async function readEntries(file: string): Promise<Map<string, FileEntry>> {
  const blob = await openAsBlob(file)
  const zip = new ZipReader(new BlobReader(blob), {
    useWebWorkers: false,
    checkCrc32: true,
    strictness: 'strict',
    checkOverlappingEntry: true,
  })
  const entries = await zip.getEntries().catch((error: unknown) => {
    throw new Error('This is no ZIP, or a part of it is missing or damaged.', { cause: error })
  })
  return new Map(
    entries.flatMap((entry) => (entry.directory ? [] : [[entry.filename, entry] as const])),
  )
}

function readManifest(bytes: Uint8Array): Manifest {
  const value = parseJson(new TextDecoder().decode(bytes))
  const head = manifestHead.safeParse(value)
  if (!head.success) throw new Error(notOurs)
  if (head.data.format !== archiveFormat) {
    throw new Error(
      `The archive has the format ${head.data.format} of version ${head.data.version}; this product reads the format ${archiveFormat}.`,
    )
  }
  const manifest = manifestSchema.safeParse(value)
  if (!manifest.success) throw new Error(`The archive is damaged: ${manifestName}.`)
  return manifest.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The parts of a file, which the last one follows only if its checksum is right. */
async function* readParts(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const written = entry.getData(writable)
  // Awaited below, unless the reading ends before.
  written.catch(() => undefined)
  try {
    yield* readable
    await written
  } catch (error) {
    throw new Error(`The archive is damaged: ${entry.filename}.`, { cause: error })
  }
}

async function drain(entry: FileEntry): Promise<void> {
  for await (const part of readParts(entry)) void part
}

async function readWhole(entry: FileEntry, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of readParts(entry)) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error(`The archive is damaged: ${entry.filename} is too large.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function* readLines(entry: FileEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const part of readParts(entry)) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineCharacters) {
      throw new Error(`The archive is damaged: a line of ${entry.filename} is too long.`)
    }
    yield* lines
  }
  if (rest !== '') throw new Error(`The archive is damaged: ${entry.filename} ends in a line.`)
}
