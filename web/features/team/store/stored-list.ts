import type * as z from 'zod/mini'
import { localText, parseJsonList } from '#web/app/browser-storage.ts'

/** A list in local storage whose entries have unique ids. */
export interface StoredList<Entry> {
  /** The same array until the stored list changes. */
  readonly read: () => readonly Entry[]
  readonly find: (id: string) => Entry | undefined
  /** Stores the result of `change`, if it differs. */
  readonly update: (change: (entries: readonly Entry[]) => readonly Entry[]) => void
  /** Replaces the entry with the same id, or appends a new one. */
  readonly put: (entry: Entry) => void
  readonly remove: (id: string) => void
  /** Whether the list outlives this page; false where the browser refuses storage or has no room. */
  readonly isPersisted: () => boolean
  /** Calls the listener after changes in this tab and in others; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Leaves out entries that do not fit their schema, with one warning for each stored text. */
export function storedList<Entry extends { readonly id: string }>(
  key: string,
  shape: z.ZodMiniType<Entry>,
): StoredList<Entry> {
  const text = localText(key)
  let lastJson: string | null = null
  let lastEntries: readonly Entry[] = []

  function read(): readonly Entry[] {
    const json = text.read()
    if (json !== lastJson) {
      lastJson = json
      lastEntries = parse(key, json, shape)
    }
    return lastEntries
  }

  function update(change: (entries: readonly Entry[]) => readonly Entry[]): void {
    const before = read()
    const after = change(before)
    if (after === before) return
    const json = JSON.stringify(after)
    if (json !== text.read()) text.write(json)
  }

  return {
    read,
    find: (id) => read().find((entry) => entry.id === id),
    update,
    put: (entry) =>
      update((entries) => {
        const index = entries.findIndex(({ id }) => id === entry.id)
        return index < 0 ? [...entries, entry] : entries.with(index, entry)
      }),
    remove: (id) => update((entries) => entries.filter((entry) => entry.id !== id)),
    isPersisted: text.isPersisted,
    subscribe: text.subscribe,
  }
}

function parse<Entry extends { readonly id: string }>(
  key: string,
  json: string | null,
  shape: z.ZodMiniType<Entry>,
): readonly Entry[] {
  const values = parseJsonList(json)
  const entries = new Map<string, Entry>()
  for (const value of values) {
    const { data: entry } = shape.safeParse(value)
    if (entry && !entries.has(entry.id)) entries.set(entry.id, entry)
  }
  const droppedCount = values.length - entries.size
  if (droppedCount > 0) {
    // oxlint-disable-next-line no-console -- a visitor's own storage is theirs to look into
    console.warn(`${key}: ${droppedCount} unreadable entries were ignored`)
  }
  return [...entries.values()]
}
