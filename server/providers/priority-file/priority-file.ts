import { createHash } from 'node:crypto'
import { readPriorityText } from '#domain/perk-imports.ts'
import {
  FaultError,
  type AdapterFault,
  type AdapterNote,
  type ChangeJournal,
  type Comparison,
  type PerkAdapter,
  type Wanted,
} from '#server/providers/perk-adapter.ts'
import type { FileAddress } from './file-address.ts'
import { localFiles, type FileStore } from './file-store.ts'
import { changeFile, idsInFile, otherWordsInFile, type PriorityFileFormat } from './file-text.ts'
import { connectByFtp } from './ftp-files.ts'
import { connectBySftp, type HostKeys } from './sftp-files.ts'

interface PriorityFileSettings {
  readonly address: FileAddress
  /** The separator of ids that we add; all are read. */
  readonly format: PriorityFileFormat
  /** Fingerprint of the machine's key (SFTP) or certificate (FTPS); null when the owner set none. */
  readonly fingerprint: string | null
  readonly hostKeys: HostKeys
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
    target: fingerprintOf(address),
    isOnFromStart,
    serves: (name) => name === perk,

    read: (wanted, stopped) =>
      withStore(settings, stopped, async (store) => {
        const base = wanted.putBack ?? (await readList(store, path)) ?? ''
        return { outcome: 'compared', ...compare(base, wanted) }
      }),

    apply: (wanted, journal, stopped) =>
      withStore(settings, stopped, async (store) => {
        const found = (await readList(store, path)) ?? ''
        const before = wholeText(found, journal.unfinished)
        const base = wanted.putBack ?? before
        const { adds, removes } = compare(base, wanted)
        const after = changeFile(base, { remove: new Set(removes), add: adds }, format)
        const isChanged = after !== found
        if (isChanged) {
          const ours = adds.map((steamId) => ({ steamId, perk }))
          const begin = async () => {
            await journal.begin({ text: { before, after }, adds: ours })
            refuseOnceStopped(stopped)
          }
          await replaceText(store, path, { found, after }, begin)
        }
        return { outcome: 'applied', isChanged, proof: proofOf(after), exceptions: [] }
      }),

    check: (stopped) =>
      withStore(settings, stopped, async (store) => {
        const text = await readList(store, path)
        return { outcome: 'ready', notes: notesOn(address, store, text) }
      }),

    list: (stopped) =>
      withStore(settings, stopped, async (store) => {
        const text = await readList(store, path)
        return { outcome: 'listed', ...readPriorityText(text ?? '') }
      }),
  }
}

/** Identifies the machine, the account there and the file; not the password, which may change. */
function fingerprintOf(address: FileAddress): string {
  const { kind, path } = address
  const place =
    address.kind === 'local'
      ? [kind, path]
      : [kind, address.machine.host, address.machine.port, address.machine.user, path]
  return createHash('sha256').update(JSON.stringify(place)).digest('base64url')
}

function proofOf(text: string) {
  return {
    sha256: createHash('sha256').update(text, 'latin1').digest('hex'),
    ids: idsInFile(text).size,
  }
}

/** Connects, works and disconnects, at once when `stopped`: the machine may be silent at any time. */
async function withStore<Result>(
  settings: PriorityFileSettings,
  stopped: AbortSignal,
  work: (store: FileStore) => Promise<Result>,
): Promise<Result | AdapterFault> {
  let store: FileStore | undefined
  try {
    store = await connect(settings)
    refuseOnceStopped(stopped)
    stopped.addEventListener('abort', store.close)
    return await work(store)
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

/** Closing a store aborts calls over the network, but not those to this machine's files. */
function refuseOnceStopped(stopped: AbortSignal): void {
  if (stopped.aborted) throw new FaultError('interrupted', 'it took too long')
}

function connect({ address, fingerprint, hostKeys }: PriorityFileSettings): Promise<FileStore> {
  if (address.kind === 'local') return Promise.resolve(localFiles)
  if (address.kind === 'sftp') return connectBySftp(address.machine, fingerprint, hostKeys)
  return connectByFtp(address.machine, address.kind === 'ftps' ? { fingerprint } : null)
}

/** The text of the file, null when it is missing. Throws when we must not write to it. */
async function readList(store: FileStore, path: string): Promise<string | null> {
  const text = await store.read(path)
  // In UTF-16 our ids, which are ASCII, would be read as something else.
  if (text !== null && /\0|^(?:\xFF\xFE|\xFE\xFF)/.test(text)) {
    throw new FaultError('file_unreadable', 'the file is not a plain text, or in UTF-16')
  }
  // Citadel's agent writes the whole file from its own list, so the two would undo each other's work.
  if (text !== null && /^[ \t]*\/\/.*managed by citadel/im.test(text)) {
    throw new FaultError('managed_by_others', 'the file says that Citadel manages it')
  }
  return text
}

function compare(text: string, { perks, managed: all }: Wanted) {
  const present = idsInFile(text)
  const wanted = new Set(perks.map(({ steamId }) => steamId))
  const managed = new Set(all.map(({ steamId }) => steamId))
  const ours = [...present].filter((id) => managed.has(id))
  return {
    adds: [...wanted].filter((id) => !present.has(id)).toSorted(),
    keeps: ours.filter((id) => wanted.has(id)),
    removes: ours.filter((id) => !wanted.has(id)),
    foreign: [...present].filter((id) => !managed.has(id)),
  } satisfies Omit<Comparison, 'outcome'>
}

/** The text before an upload that broke off and left only the beginning of the new text in the file. */
function wholeText(found: string, unfinished: ChangeJournal['unfinished']): string {
  const isCut =
    unfinished !== null && found !== unfinished.after && unfinished.after.startsWith(found)
  return isCut ? unfinished.before : found
}

/**
 * Replaces a text so that its reader sees the old or the new one, and reads it back. A file that
 * somebody else changes meanwhile is left alone; the next try starts from their text.
 */
async function replaceText(
  store: FileStore,
  path: string,
  { found, after }: { readonly found: string; readonly after: string },
  begin: () => Promise<void>,
): Promise<void> {
  // Always the same name, so that a draft that a crash left behind is written over.
  const draft = `${path}.draft`
  const removeDraft = () => store.remove(draft).catch(() => undefined)
  try {
    await store.write(draft, after)
    // Some machines and libraries report an upload as done that did not arrive, on a full disk above all.
    if ((await store.read(draft)) !== after) {
      throw new FaultError('upload_incomplete', 'the machine did not keep all of an upload')
    }
    await begin()
    if (((await store.read(path)) ?? '') !== found) {
      throw new FaultError('changed_meanwhile', 'somebody else has changed the file meanwhile')
    }
    if (!(await store.replace(draft, path))) {
      // Some machines never replace a file that exists, so it is written over.
      await store.write(path, after)
      await removeDraft()
    }
  } catch (error) {
    await removeDraft()
    throw error
  }
  if ((await store.read(path)) !== after) {
    throw new FaultError('read_back_differs', 'what was read back is not what was written')
  }
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
