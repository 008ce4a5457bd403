import { settings } from './settings.ts'

const settingNames = Object.keys(settings.shape)

/**
 * A sentence for each variable that is no setting and whose name is near to that of one. The
 * environment has those of other programs too, so no others are named; no sentence has a value.
 */
export function findMisspelt(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value?.trim() || settingNames.includes(name)) return []
    const normalized = name.toUpperCase().replaceAll('-', '_')
    const meant = settingNames.find((known) =>
      isWithin(Math.floor(known.length / charactersPerEdit), normalized, known),
    )
    return meant ? [`${name} is not a setting and has no effect: did you mean ${meant}?`] : []
  })
}

/** With fewer, the short names would be near to those of other programs. */
const charactersPerEdit = 8

/** Whether so many characters added, left out, replaced or swapped make the one text of the other. */
function isWithin(edits: number, one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const [a, b] = [one.slice(same), other.slice(same)]
  if (a === b || edits === 0) return a === b
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0]
  return (
    isWithin(edits - 1, a.slice(1), b) ||
    isWithin(edits - 1, a, b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b.slice(1)) ||
    (isSwapped && isWithin(edits - 1, a.slice(2), b.slice(2)))
  )
}
