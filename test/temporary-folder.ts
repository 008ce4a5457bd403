import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
/** What all databases that the suite has open at once may need, with room to spare. */
const neededBytes = 4 * 1024 ** 3

/**
 * A new folder for a database that only a test needs: in memory where there is plenty, because an
 * embedded database is a thousand small files, and copying them on a disk takes ten times as long.
 */
export function makeTemporaryFolder(prefix: string): string {
  return mkdtempSync(path.join(hasRoom() ? memory : tmpdir(), prefix))
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
