/** A file of the bundle, as the bundler makes it. */
export interface BundledFile {
  readonly fileName: string
  readonly code: string
  readonly moduleIds: readonly string[]
  readonly imports: readonly string[]
  /** Those that it loads later: pages, dialogs, schemas. */
  readonly dynamicImports: readonly string[]
}

/** Files that are to be one. */
interface Part {
  readonly files: readonly BundledFile[]
  readonly bytes: number
  /** The pages, dialogs and schemas that load it, each counted as often as it weighs. */
  readonly readers: Map<string, number>
}

/**
 * What one more file costs, in bytes of minified code that could be loaded instead: a request with
 * its head, and code that is compressed by itself. On slow 4G, 15,000 take 25 ms, and a round trip
 * of 150 ms carries six requests.
 */
const fileBytes = 15_000

/**
 * Joins the files that pages share, two at a time, as long as the code that is then loaded without
 * need costs less than the files. Files that come to import each other have the same readers, so they
 * end as one. Returns the name of the joined file of each module; a reader may weigh nothing.
 */
export function joinParts(
  bundle: readonly BundledFile[],
  isShared: (file: BundledFile) => boolean,
  weightOf: (file: BundledFile) => number,
): ReadonlyMap<string, string> {
  const partOf = new Map(
    bundle.filter(isShared).map((file): [string, Part] => {
      const { fileName, code } = file
      return [fileName, { files: [file], bytes: code.length, readers: new Map() }]
    }),
  )
  const importsOf = ({ files }: Pick<Part, 'files'>): readonly Part[] =>
    files.flatMap(({ imports }) => imports.flatMap((name) => partOf.get(name) ?? []))
  const later = new Set(bundle.flatMap(({ dynamicImports }) => dynamicImports))
  for (const file of bundle.filter(({ fileName }) => later.has(fileName))) {
    const weight = weightOf(file)
    const own = partOf.get(file.fileName)
    if (weight === 0) continue
    for (const part of closure(own ? [own] : importsOf({ files: [file] }))) {
      part.readers.set(file.fileName, weight)
    }
  }

  function closure(parts: readonly Part[]): ReadonlySet<Part> {
    const found = new Set(parts)
    for (const part of found) for (const next of importsOf(part)) found.add(next)
    return found
  }
  /** The bytes that the readers of the one would load without need with the other. */
  function wasteOf({ readers }: Part, other: Part): number {
    const loaded = [...closure([other])]
    return loaded.reduce((sum, part) => sum + part.bytes * weigh(readers, part, false), 0)
  }
  function savedBy(a: Part, b: Part): number {
    const most = fileBytes * weigh(a.readers, b, true)
    return most === 0 ? 0 : most - wasteOf(a, b) - wasteOf(b, a)
  }
  function bestPair(parts: readonly Part[]): readonly [Part, Part] | null {
    let best: readonly [Part, Part] | null = null
    let mostSaved = 0
    for (const [place, a] of parts.entries()) {
      for (const b of parts.slice(0, place)) {
        const saved = savedBy(a, b)
        if (saved <= mostSaved) continue
        best = [a, b]
        mostSaved = saved
      }
    }
    return best
  }

  let parts = [...partOf.values()].filter(({ readers }) => readers.size > 0)
  for (let pair = bestPair(parts); pair; pair = bestPair(parts)) {
    const [a, b] = pair
    const joined: Part = {
      files: [...a.files, ...b.files],
      bytes: a.bytes + b.bytes,
      readers: new Map([...a.readers, ...b.readers]),
    }
    parts = [...parts.filter((part) => part !== a && part !== b), joined]
    for (const { fileName } of joined.files) partOf.set(fileName, joined)
    for (const part of closure([joined])) {
      for (const [reader, weight] of joined.readers) part.readers.set(reader, weight)
    }
  }
  return new Map(
    parts.flatMap(({ files }, place) =>
      files.flatMap(({ moduleIds }) => moduleIds.map((id) => [id, `parts~${place}`] as const)),
    ),
  )
}

/** The weight of those readers that also load the part, or of those that do not. */
function weigh(readers: Part['readers'], part: Part, isLoaded: boolean): number {
  let sum = 0
  for (const [reader, weight] of readers) {
    if (part.readers.has(reader) === isLoaded) sum += weight
  }
  return sum
}
