import { createHash, randomBytes } from 'node:crypto'
import { readPriorityText } from '#domain/perk-imports.ts'
import {
  FaultError,
  type AdapterFault,
  type AdapterNote,
  type ChangeJournal,
  type Comparison,
  type Overwriting,
  type PerkAdapter,
  type DesiredState,
} from '#server/providers/perk-adapter.ts'
import { fingerprintOfPlace, type FileAddress } from './file-address.ts'
import { localFiles, type FileStore } from './file-store.ts'
import { changeFile, idsInFile, otherWordsInFile, type PriorityFileFormat } from './file-text.ts'
import type { HostKeys } from './sftp-files.ts'

interface PriorityFileSettings {
  readonly address: FileAddress
  /** The separator of ids that we add; all are read. */
  readonly format: PriorityFileFormat
  /** Fingerprint of the machine's key (SFTP) or certificate (FTPS); null when the owner set none. */
  readonly fingerprint: string | null
  readonly hostKeys: HostKeys
  /** Our private key for SFTP; null to log in by the password only. */
  readonly sshKey: string | null
  /** Whether it writes without the owner's consent, as to the sandbox. */
  readonly isOnFromStart: boolean
}

const perk = 'priority_queue'

/**
 * Keeps the `priority.txt` of a game server: on this machine, by SFTP, FTPS or FTP. Texts in results
 * and in the journal have one character per byte, see `FileStore`.
 */
export function createPriorityFile(settings: PriorityFileSettings): PerkAdapter {
  const { address, format, isOnFromStart } = settings
  const { path } = address

  return {
    name: 'priority-file',
    target: fingerprintOfPlace(address),
    isOnFromStart,
    serves: (name) => name === perk,

    read: (desired, stopped, onProgress) =>
      withStore(settings, { stopped, onProgress }, async (store) => {
        const base = desired.restore ?? (await readList(store, path)) ?? ''
        return { outcome: 'compared', ...compare(base, desired) }
      }),

    apply: (desired, journal, stopped, onProgress) =>
      withStore(settings, { stopped, onProgress }, async (store) => {
        const found = (await readList(store, path)) ?? ''
        const before = wholeText(found, journal.unfinished)
        const base = desired.restore ?? before
        const { adds, removes } = compare(base, desired)
        const after = changeFile(base, { remove: new Set(removes), add: adds }, format)
        const done = { outcome: 'applied', proof: proofOf(after), exceptions: [] } as const
        if (after === found) return { ...done, isChanged: false }
        const added = adds.map((steamId) => ({ steamId, perk }))
        const texts = { found, before, after }
        const notes = await replaceText(store, path, texts, {
          ...journal,
          begin: () => journal.begin({ text: before, adds: added }),
        })
        return { ...done, isChanged: true, notes }
      }),

    check: (stopped, onProgress) =>
      withStore(settings, { stopped, onProgress }, async (store) => {
        const text = await readList(store, path)
        const found = notesOn(address, store, text)
        return { outcome: 'ready', notes: [...found, ...(await tryWriting(store, path))] }
      }),

    list: (stopped, onProgress) =>
      withStore(settings, { stopped, onProgress }, async (store) => {
        const text = await readList(store, path)
        return { outcome: 'listed', ...readPriorityText(text ?? '') }
      }),
  }
}

function proofOf(text: string) {
  return {
    sha256: createHash('sha256').update(text, 'latin1').digest('hex'),
    ids: idsInFile(text).size,
  }
}

interface Limits {
  readonly stopped: AbortSignal
  readonly onProgress?: (() => void) | undefined
}

/** Connects, works and disconnects, at once when `stopped`: the machine may be silent at any time. */
async function withStore<Result>(
  settings: PriorityFileSettings,
  { stopped, onProgress = () => undefined }: Limits,
  work: (store: FileStore) => Promise<Result>,
): Promise<Result | AdapterFault> {
  let store: FileStore | undefined
  try {
    store = await connect(settings, onProgress)
    stopped.addEventListener('abort', store.close)
    return await work(limited(store, { stopped, onProgress }))
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const { address } = settings
    if (address.kind === 'local') return error.withoutSecrets([])
    const { password } = address.machine
    return error.withoutSecrets([password, encodeURIComponent(password)])
  } finally {
    if (store) {
      stopped.removeEventListener('abort', store.close)
      store.close()
    }
  }
}

/** The store for one call of the adapter. Closing it aborts only calls over the network. */
function limited(store: FileStore, { stopped, onProgress }: Required<Limits>): FileStore {
  const within = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    if (stopped.aborted) throw new FaultError('interrupted', 'it took too long')
    const value = await call()
    onProgress()
    return value
  }
  const { replaceAnyway } = store
  return {
    ...store,
    read: (name) => within(() => store.read(name)),
    write: (name, text) => within(() => store.write(name, text)),
    replace: (from, to) => within(() => store.replace(from, to)),
    ...(replaceAnyway && { replaceAnyway: (from, to) => within(() => replaceAnyway(from, to)) }),
    remove: (name) => within(() => store.remove(name)),
  }
}

async function connect(
  { address, ...settings }: PriorityFileSettings,
  onProgress: () => void,
): Promise<FileStore> {
  const { fingerprint } = settings
  if (address.kind === 'local') return localFiles
  // Each loads a package with some megabytes of code, which most shops do not need.
  if (address.kind === 'sftp') {
    const { connectBySftp } = await import('./sftp-files.ts')
    return connectBySftp(address.machine, settings, onProgress)
  }
  const { connectByFtp } = await import('./ftp-files.ts')
  return connectByFtp(address.machine, address.kind === 'ftps' ? { fingerprint } : null, onProgress)
}

/** The text of the file, null when it is missing. Throws when we must not write to it. */
async function readList(store: FileStore, path: string): Promise<string | null> {
  const text = await store.read(path)
  // In UTF-16 our ids, which are ASCII, would be read as something else.
  if (text !== null && /\0|^(?:\xFF\xFE|\xFE\xFF)/.test(text)) {
    throw new FaultError('file_unreadable', 'the file is not a plain text, or in UTF-16')
  }
  // Citadel's agent writes the whole file from its own list, so the two would undo each other's work.
  if (text !== null && /^[ \t]*(?:\/\/|#).*managed by citadel/im.test(text)) {
    throw new FaultError('managed_by_others', 'the file says that Citadel manages it')
  }
  return text
}

function compare(text: string, { perks, owned: all }: DesiredState) {
  const present = idsInFile(text)
  const desired = new Set(perks.map(({ steamId }) => steamId))
  const owned = new Set(all.map(({ steamId }) => steamId))
  const ownedThere = [...present].filter((id) => owned.has(id))
  return {
    adds: [...desired].filter((id) => !present.has(id)).toSorted(),
    keeps: ownedThere.filter((id) => desired.has(id)),
    removes: ownedThere.filter((id) => !desired.has(id)),
    unmanaged: [...present].filter((id) => !owned.has(id)),
  } satisfies Omit<Comparison, 'outcome'>
}

/** The text before one was written over it, which broke off and left only the beginning of the new text. */
function wholeText(found: string, unfinished: ChangeJournal['unfinished']): string {
  const isCut =
    unfinished !== null && found !== unfinished.after && unfinished.after.startsWith(found)
  return isCut ? unfinished.before : found
}

interface Texts extends Overwriting {
  /** What is there now. */
  readonly found: string
}

type Journal = Pick<ChangeJournal, 'overwrite'> & { readonly begin: () => Promise<void> }

/**
 * Replaces a text so that its reader sees the old or the new one, and reads it back. A file that
 * somebody else changes meanwhile is left alone; the next try starts from their text.
 */
async function replaceText(
  store: FileStore,
  path: string,
  texts: Texts,
  journal: Journal,
): Promise<AdapterNote[]> {
  const { found, after } = texts
  // Always the same name, so that a draft that a crash left behind is written over.
  const draft = `${path}.draft`
  let notes: AdapterNote[] = []
  try {
    await store.write(draft, after)
    // Some machines and libraries report an upload as done that did not arrive, on a full disk above all.
    if ((await store.read(draft)) !== after) {
      throw new FaultError('upload_incomplete', 'the machine did not keep all of an upload')
    }
    await journal.begin()
    if (((await store.read(path)) ?? '') !== found) {
      throw new FaultError('changed_meanwhile', 'somebody else has changed the file meanwhile')
    }
    if (!(await store.replace(draft, path))) {
      notes = await overwrite(store, { draft, path }, texts, journal)
    }
  } catch (error) {
    await store.remove(draft).catch(() => undefined)
    throw error
  }
  if ((await store.read(path)) !== after) {
    throw new FaultError('read_back_differs', 'what was read back is not what was written')
  }
  return notes
}

/** Writes over a file that no draft may replace, or lets the draft replace it when that is refused too. */
async function overwrite(
  store: FileStore,
  { draft, path }: { readonly draft: string; readonly path: string },
  { found, before, after }: Texts,
  { overwrite: keep }: Journal,
): Promise<AdapterNote[]> {
  await keep({ before, after })
  try {
    await store.write(path, after)
  } catch (error) {
    // A file that is whole must not count as cut: its owner may shorten it before the next try.
    if ((await store.read(path).catch(() => null)) === found) await keep(null)
    const lost = isRefused(error) ? await store.replaceAnyway?.(draft, path) : null
    if (!lost) throw error
    await keep(null)
    return [{ code: 'owner_not_kept', detail: lost }]
  }
  return [{ code: 'written_in_place', detail: path }, ...(await removeFile(store, draft))]
}

function isRefused(error: unknown): boolean {
  return error instanceof FaultError && error.code === 'not_allowed'
}

/** Deletes a file of ours, which stays where the account may not delete. */
async function removeFile(store: FileStore, name: string): Promise<AdapterNote[]> {
  try {
    await store.remove(name)
    return []
  } catch (error) {
    if (!isRefused(error)) throw error
    return [{ code: 'draft_left', detail: name }]
  }
}

/** Finds out whether we may make, rename and delete a file beside that of the game, which stays as it is. */
async function tryWriting(store: FileStore, path: string): Promise<AdapterNote[]> {
  // Names of its own: a run may be writing the draft now, and another check its files.
  const trial = `${path}.check-${randomBytes(4).toString('hex')}`
  const renamed = `${trial}-renamed`
  try {
    await store.write(
      trial,
      '// The shop tried whether it may write here. This file may be deleted.\n',
    )
  } catch (error) {
    await store.remove(trial).catch(() => undefined)
    throw error
  }
  if (await store.replace(trial, renamed)) return removeFile(store, renamed)
  return [{ code: 'written_in_place', detail: path }, ...(await removeFile(store, trial))]
}

function notesOn(address: FileAddress, store: FileStore, text: string | null): AdapterNote[] {
  const notes: AdapterNote[] = []
  if (address.kind === 'ftp') notes.push({ code: 'not_encrypted', detail: address.machine.host })
  if (store.fingerprint !== null) notes.push({ code: 'host_key', detail: store.fingerprint })
  if (text === null) return [...notes, { code: 'file_missing', detail: address.path }]
  notes.push({ code: 'ids_found', detail: String(idsInFile(text).size) })
  const others = otherWordsInFile(text)
  if (others.length > 0) {
    const detail = Buffer.from(others.slice(0, 10).join(' '), 'latin1').toString().slice(0, 300)
    notes.push({ code: 'words_not_understood', detail })
  }
  return notes
}
