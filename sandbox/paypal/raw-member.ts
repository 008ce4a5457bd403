/**
 * The text of one top-level member of a JSON object, byte for byte; null when it is missing. A
 * signature covers the exact bytes, which parsing and serialising would change.
 */
export function rawMember(json: string, name: string): string | null {
  let position = json.indexOf('{') + 1
  while (position > 0 && position < json.length) {
    const keyStart = json.indexOf('"', position)
    if (keyStart < 0) return null
    const keyEnd = endOfString(json, keyStart)
    const valueStart = json.indexOf(':', keyEnd) + 1
    const valueEnd = endOfValue(json, valueStart)
    if (JSON.parse(json.slice(keyStart, keyEnd)) === name) {
      return json.slice(valueStart, valueEnd).trim()
    }
    position = valueEnd + 1
  }
  return null
}

function endOfString(json: string, start: number): number {
  let position = start + 1
  while (position < json.length && json[position] !== '"') {
    position += json[position] === '\\' ? 2 : 1
  }
  return position + 1
}

/** The position of the comma or brace after a value. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  let position = start
  while (position < json.length) {
    const character = json[position]
    if (character === '"') {
      position = endOfString(json, position)
      continue
    }
    if (depth === 0 && (character === ',' || character === '}')) return position
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    position += 1
  }
  return position
}
