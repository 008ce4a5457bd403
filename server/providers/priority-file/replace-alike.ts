import type { FileStore } from './file-store.ts'

/** Who may read a file. */
interface Attributes {
  readonly uid: number
  readonly gid: number
  readonly mode: number
}

interface Machine {
  /** Does not follow links; null when nothing is there. */
  readonly find: (name: string) => Promise<(Attributes & { isSymbolicLink(): boolean }) | null>
  readonly change: (
    name: string,
    attributes: Pick<Attributes, 'mode'> & Partial<Attributes>,
  ) => Promise<void>
  /** False when the machine refuses. */
  readonly rename: (from: string, to: string) => Promise<boolean>
}

// Everybody may read a new file: the game runs under another account than the one that writes it.
const newFile = { mode: 0o644 }

/**
 * Replaces a file by another one that the same people may read: with a file of our own account, which
 * nobody else may read, the game would have no list at all.
 */
export function replaceAlike({
  find,
  change,
  rename,
}: Machine): Pick<FileStore, 'replace' | 'replaceAnyway'> {
  /** Some machines ignore what they cannot change, so only what is there afterwards counts. */
  const makeAlike = async (draft: string, old: Attributes): Promise<boolean> => {
    const isAlike = async () => {
      const made = await find(draft)
      return made !== null && describe(made) === describe(old)
    }
    if (await isAlike()) return true
    const { uid, gid, mode } = old
    await change(draft, { uid, gid, mode: mode & 0o777 }).catch(() => undefined)
    return isAlike()
  }

  return {
    replace: async (from, to) => {
      const old = await find(to)
      // Replacing a link would leave the file behind it unchanged.
      if (old?.isSymbolicLink()) return false
      if (!old) await change(from, newFile).catch(() => undefined)
      else if (!(await makeAlike(from, old))) return false
      return rename(from, to)
    },
    replaceAnyway: async (from, to) => {
      const [draft, old] = [await find(from), await find(to)]
      if (!draft || !old || old.isSymbolicLink()) return null
      // With another owner or group, the game may be among the others.
      const mode = (old.mode & 0o777) | newFile.mode
      await change(from, { uid: draft.uid, gid: old.gid, mode }).catch(() => undefined)
      const made = await find(from)
      return made && (await rename(from, to)) ? `${describe(old)} → ${describe(made)}` : null
    },
  }
}

function describe({ uid, gid, mode }: Attributes): string {
  return `owner ${uid}, group ${gid}, mode ${(mode & 0o777).toString(8)}`
}
