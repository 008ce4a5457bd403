import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { askBeforeLeaving } from '#web/admin-kit/leaving.ts'
import { localText, parseJson } from '#web/app/browser-storage.ts'

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
  askBeforeLeaving('drafts', !stored.isPersisted())
}

/** Removes the draft that was sent, unless somebody has typed into it meanwhile, as in another tab. */
export function endDraft(form: string, sent: unknown): void {
  replaceDraft(form, sent, null)
}

/** Replaces the draft that was sent, under the same condition. */
export function replaceDraft(form: string, sent: unknown, next: object | null): void {
  const { [form]: now } = parseDrafts(stored.read())
  if (JSON.stringify(now) === JSON.stringify(sent)) writeDraft(form, next)
}

/** The draft of one form; how it is changed or discarded; and how it ends once it is saved. */
export function useDraft<Draft extends object>(
  form: string,
  draftShape: z.ZodMiniType<Draft>,
): readonly [Draft | null, (draft: Draft | null) => void, () => void] {
  const { [form]: shown } = useDrafts()
  return [
    draftShape.safeParse(shown).data ?? null,
    (draft) => writeDraft(form, draft),
    () => endDraft(form, shown),
  ]
}
