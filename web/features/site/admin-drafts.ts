import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { localText, parseJson } from '#web/app/browser-storage.ts'
import { askBeforeLeaving } from '#web/app/navigation.ts'

/** What was typed into forms and is not saved yet, by the name of the form. */
type Drafts = Readonly<Record<string, unknown>>

const shape = z.record(z.string(), z.unknown())
/** The same in all tabs, and when the browser is opened again. */
const stored = localText('drafts')

export function useDrafts(): Drafts {
  const text = useSyncExternalStore(stored.subscribe, stored.read, () => null)
  return useMemo(() => parseDrafts(text), [text])
}

function parseDrafts(text: string | null): Drafts {
  return shape.safeParse(parseJson(text)).data ?? {}
}

/** Null removes the draft: then nothing is typed. */
export function writeDraft(form: string, draft: object | null): void {
  const { [form]: _before, ...others } = parseDrafts(stored.read())
  const next = draft === null ? others : { ...others, [form]: draft }
  stored.write(Object.keys(next).length === 0 ? null : JSON.stringify(next))
  askBeforeLeaving(!stored.isPersisted())
}

/** The draft of one form. */
export function useDraft<Draft extends object>(
  form: string,
  draftShape: z.ZodMiniType<Draft>,
): readonly [Draft | null, (draft: Draft | null) => void] {
  const drafts = useDrafts()
  return [draftShape.safeParse(drafts[form]).data ?? null, (draft) => writeDraft(form, draft)]
}
