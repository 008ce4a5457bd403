/** Parses a stored list. Wraps another value in a list, so that it is reported instead of dropped. */
export function parseJsonList(json: string | null): readonly unknown[] {
  if (json === null) return []
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : [value]
  } catch {
    return [json]
  }
}
