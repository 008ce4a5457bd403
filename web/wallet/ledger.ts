import type { TransactionPage, TransactionView } from '#contract/kryptonite.ts'

/** The lines that a page has of a balance, newest first, without a gap. */
export interface Ledger {
  readonly lines: readonly TransactionView[]
  /** Where the older ones begin; null when these are all. */
  readonly olderCursor: string | null
}

/** The newest page, and of what was known before whatever follows it. Lines never change. */
export function withNewest(known: Ledger | null, newest: TransactionPage): Ledger {
  const fresh = { lines: newest.transactions, olderCursor: newest.nextCursor }
  const last = fresh.lines.at(-1)
  if (known === null || last === undefined) return fresh
  const follows = known.lines.some(({ id }) => id >= last.id)
  if (!follows) return fresh
  const older = known.lines.filter(({ id }) => id < last.id)
  // Without older ones the fresh page ends where the known lines ended, or further down.
  return older.length === 0 ? fresh : { ...known, lines: [...fresh.lines, ...older] }
}

/** What is known, and the page that `olderCursor` led to. */
export function withOlder(known: Ledger, older: TransactionPage): Ledger {
  const last = known.lines.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return {
    lines: [...known.lines, ...older.transactions.filter(({ id }) => id < last)],
    olderCursor: older.nextCursor,
  }
}
