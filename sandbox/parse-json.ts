/** A text as the JSON value that it holds; undefined, which no JSON is, when it holds none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
