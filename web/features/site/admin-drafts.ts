import { useState } from 'react'
import type * as z from 'zod/mini'
import { readStoredJson, removeStored, writeStored } from '#web/app/browser-storage.ts'

/**
 * What was typed into a form and is not saved yet, until the tab closes. Null removes it: then nothing
 * is typed. `key` must be the same in each render.
 */
export function useDraft<Draft extends object>(
  key: string,
  shape: z.ZodMiniType<Draft>,
): readonly [Draft | null, (draft: Draft | null) => void] {
  const [draft, setDraft] = useState(
    () => shape.safeParse(readStoredJson('sessionStorage', key)).data ?? null,
  )
  return [
    draft,
    (next) => {
      if (next === null) removeStored('sessionStorage', key)
      else writeStored('sessionStorage', key, JSON.stringify(next))
      setDraft(next)
    },
  ]
}
