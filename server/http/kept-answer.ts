import { jsonFile } from './json-file.ts'
import type { WebFile } from './pages/web-build.ts'

/** An answer that is the same for everybody, ready to be sent. */
export interface KeptAnswer {
  /** What it is now; made anew when it may have changed. */
  read(): Promise<WebFile>
  /** The same when it need not be made; null otherwise. */
  now(): WebFile | null
  /** To be called after a change: who asks from now on sees it. */
  forget(): void
}

interface Made {
  readonly file: WebFile
  readonly validUntil: number
}

/**
 * Keeps a JSON answer in memory, for at most `milliseconds` should nobody tell of a change. However
 * many ask at once, it is made once.
 */
export function keepAnswer(make: () => Promise<unknown>, milliseconds: number): KeptAnswer {
  let made: Made | null = null
  let making: Promise<WebFile> | null = null
  let changes = 0

  async function makeAnew(): Promise<WebFile> {
    const changesBefore = changes
    const file = jsonFile(await make())
    // What changed meanwhile may be missing in it.
    if (changes === changesBefore) made = { file, validUntil: performance.now() + milliseconds }
    return file
  }

  const now = (): WebFile | null => (made && performance.now() < made.validUntil ? made.file : null)

  return {
    now,
    read: () => {
      const current = now()
      if (current) return Promise.resolve(current)
      if (making) return making
      const next = makeAnew().finally(() => {
        if (making === next) making = null
      })
      making = next
      return next
    },
    forget: () => {
      changes += 1
      made = null
      making = null
    },
  }
}
