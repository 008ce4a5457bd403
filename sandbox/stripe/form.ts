export type FormValue = string | FormFields
export interface FormFields {
  readonly [name: string]: FormValue
}

interface Branch extends Map<string, string | Branch> {}

/**
 * Parses a body or query of Stripe's clients: `a[b]=1`, `a[0][b]=1` and `a[][b]=1`, brackets
 * encoded or not. Lists become fields named `0`, `1`…; the reader knows which fields are lists.
 */
export function parseForm(text: string): FormFields {
  const root: Branch = new Map()
  for (const [key, value] of new URLSearchParams(text)) {
    const name = /^[^[\]]+/.exec(key)?.[0]
    const rest = key.slice(name?.length ?? 0)
    if (name === undefined || !/^(?:\[[^[\]]*\])*$/.test(rest)) continue
    const path = [...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')
    put(root, [name, ...path], value)
  }
  return toFields(root)
}

function put(branch: Branch, [head = '', ...rest]: readonly string[], value: string): void {
  const name = head === '' ? nextIndex(branch, rest[0]) : head
  if (rest.length === 0) {
    branch.set(name, value)
    return
  }
  const known = branch.get(name)
  const child: Branch = known instanceof Map ? known : new Map()
  branch.set(name, child)
  put(child, rest, value)
}

/** `a[][b]` belongs to the last item until `b` occurs a second time. */
function nextIndex(branch: Branch, following: string | undefined): string {
  const last = String(branch.size - 1)
  const item = branch.get(last)
  const goesOn = following !== undefined && item instanceof Map && !item.has(following)
  return goesOn ? last : String(branch.size)
}

function toFields(branch: Branch): FormFields {
  return Object.fromEntries(
    [...branch].map(([name, value]) => [name, value instanceof Map ? toFields(value) : value]),
  )
}
