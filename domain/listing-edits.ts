/** How a listing was last edited. */
interface NewestEdit {
  readonly revision: number
  readonly at: Date
}

/** An edit, or a deletion, that may have waited until its maker was online. */
interface ArrivingEdit {
  /** The revision of the listing that he saw; null when he does not say. */
  readonly seenRevision: number | null
  readonly secondsAgo: number
}

type EditVerdict =
  | { readonly applies: false }
  | { readonly applies: true; readonly at: Date; readonly overtook: boolean }

/**
 * Of two edits that did not know of each other the later one stays. An edit that saw the newest one,
 * or names no revision, applies. `at` is when it was made, never before the one that it replaces.
 */
export function judgeEdit(newest: NewestEdit, edit: ArrivingEdit, now: Date): EditVerdict {
  const madeAt = new Date(now.getTime() - edit.secondsAgo * 1000)
  const overtook = edit.seenRevision !== null && edit.seenRevision < newest.revision
  if (overtook && newest.at > madeAt) return { applies: false }
  return { applies: true, at: madeAt > newest.at ? madeAt : newest.at, overtook }
}
