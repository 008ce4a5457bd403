import type * as z from 'zod/mini'
import { localText, parseJson, parseJsonList, type LocalText } from '#web/app/browser-storage.ts'

/**
 * A list in local storage whose entries have unique ids. Leaves out those that do not fit their
 * schema, with one warning for each stored text.
 */
export function storedList<Entry extends { readonly id: string }>(
  key: string,
  shape: z.ZodMiniType<Entry>,
) {
  const text = localText(key)
  const read = cachedReader(text, (json) => parse(key, json, shape))

  /** Stores the result of `change`, if it differs. */
  function update(change: (entries: readonly Entry[]) => readonly Entry[]): void {
    const before = read()
    const after = change(before)
    if (after === before) return
    const json = JSON.stringify(after)
    if (json !== text.read()) text.write(json)
  }

  return {
    /** The same array until the stored list changes. */
    read,
    find: (id: string): Entry | undefined => read().find((entry) => entry.id === id),
    update,
    /** Replaces the entry with the same id, or appends a new one. */
    put: (entry: Entry): void =>
      update((entries) => {
        const index = entries.findIndex(({ id }) => id === entry.id)
        return index < 0 ? [...entries, entry] : entries.with(index, entry)
      }),
    remove: (id: string): void => update((entries) => entries.filter((entry) => entry.id !== id)),
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
  if (droppedCount > 0) warnOf(key, `${droppedCount} unreadable entries were ignored`)
  return [...entries.values()]
}

/**
 * A text in local storage that is read by a schema, from JSON or by `parseText`: the same value
 * until it changes; null if there is none, and, with a warning, if it does not fit.
 */
export function storedValue<Value>(
  key: string,
  shape: z.ZodMiniType<Value>,
  parseText: (text: string) => unknown = parseJson,
): Omit<LocalText, 'read'> & { readonly read: () => Value | null } {
  const text = localText(key)
  const read = cachedReader(text, (stored) => {
    if (stored === null) return null
    const { success, data } = shape.safeParse(parseText(stored))
    if (!success) warnOf(key, 'unreadable, ignored')
    return data ?? null
  })
  return { ...text, read }
}

/** Parses a text when it has changed, so that the result is the same object until then. */
function cachedReader<Value>(
  { read }: LocalText,
  parseText: (text: string | null) => Value,
): () => Value {
  let last: { readonly text: string | null; readonly value: Value } | undefined
  return () => {
    const text = read()
    if (last?.text !== text) last = { text, value: parseText(text) }
    return last.value
  }
}

function warnOf(key: string, fault: string): void {
  // oxlint-disable-next-line no-console -- a visitor's own storage is theirs to look into
  console.warn(`${key}: ${fault}`)
}
