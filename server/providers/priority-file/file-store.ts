import { chmod, chown, lstat, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DeliveryFaultCode } from '#domain/delivery-faults.ts'
import { FaultError } from '#server/providers/perk-adapter.ts'
import { replaceAlike } from './replace-alike.ts'

/**
 * A machine on which the file is kept, while we are connected to it. Texts have one character per
 * byte (latin1), so that what others wrote stays as it is in whatever encoding they wrote it. All
 * calls throw FaultError.
 */
export interface FileStore {
  /** Fingerprint of the machine's key or certificate; null when it has none. */
  readonly fingerprint: string | null
  /** The text, null when there is no such file. */
  readonly read: (name: string) => Promise<string | null>
  readonly write: (name: string, text: string) => Promise<void>
  /**
   * Puts one file in the place of another, whose owner, group and mode it gets; false when the machine
   * refuses that, or when what is there is a link.
   */
  readonly replace: (from: string, to: string) => Promise<boolean>
  /** The same at the price of owner, group or mode: describes what was lost. Null when refused as well. */
  readonly replaceAnyway?: (from: string, to: string) => Promise<string | null>
  readonly remove: (name: string) => Promise<void>
  /** Ends the connection at once, and with it the call that is under way. */
  readonly close: () => void
}

/** What is larger is no `priority.txt`, and is not read to its end. */
export const maxFileBytes = 1024 * 1024

export function tooLarge(): FaultError {
  return new FaultError('file_unreadable', 'the file is larger than 1 MB')
}

export const localFiles: FileStore = {
  fingerprint: null,
  read: async (name) => {
    try {
      const found = await stat(name)
      if (found.isDirectory()) throw new FaultError('is_a_folder', name)
      if (found.size > maxFileBytes) throw tooLarge()
      return await readFile(name, 'latin1')
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw localFault(error)
    }
    await attempt(stat(path.dirname(name)))
    return null
  },
  write: (name, text) => attempt(writeFile(name, text, { encoding: 'latin1', flush: true })),
  ...replaceAlike({
    find: async (name) => {
      try {
        return await lstat(name)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw localFault(error)
      }
    },
    change: async (name, { mode, uid, gid }) => {
      await chmod(name, mode)
      if (uid !== undefined && gid !== undefined) await chown(name, uid, gid)
    },
    rename: async (from, to) => {
      try {
        await rename(from, to)
        return true
      } catch (error) {
        // On Windows a file that the game has open cannot be replaced by a rename.
        if (['EPERM', 'EACCES', 'EBUSY', 'EXDEV'].includes(codeOf(error))) return false
        throw localFault(error)
      }
    },
  }),
  remove: (name) => attempt(rm(name, { force: true })),
  close: () => undefined,
}

async function attempt(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    throw localFault(error)
  }
}

const localFaults: Readonly<Record<string, DeliveryFaultCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  ENOENT: 'folder_missing',
  ENOTDIR: 'folder_missing',
  EACCES: 'not_allowed',
  EPERM: 'not_allowed',
  EROFS: 'not_allowed',
  EISDIR: 'is_a_folder',
}

function localFault(error: unknown): FaultError {
  if (error instanceof FaultError) return error
  return new FaultError(localFaults[codeOf(error)] ?? 'interrupted', messageOf(error))
}

/** The code of an error of Node.js or of a library; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
