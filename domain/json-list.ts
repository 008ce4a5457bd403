/** What a text of storage holds as a list; what is none is its one entry, so that nothing is lost unseen. */
export function parseJsonList(json: string | null): readonly unknown[] {
  if (json === null) return []
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : [value]
  } catch {
    return [json]
  }
}
