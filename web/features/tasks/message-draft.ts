import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { draftPrefix, readStored, removeStored, writeStored } from '#web/app/browser-storage.ts'
import type { ChosenPicture } from '#web/app/picture-field.tsx'

export interface MessageDraft {
  readonly text: string
  readonly picture: ChosenPicture | null
}
export const emptyDraft: MessageDraft = { text: '', picture: null }

/** The text that was typed in this tab about something and not sent. */
export function readDraftText(subject: string): string {
  return readStored('sessionStorage', draftPrefix + subject) ?? ''
}

/** What is typed about something: its text is stored until the tab closes, its picture is not. */
export function useMessageDraft(
  subject: string,
): readonly [MessageDraft, Dispatch<SetStateAction<MessageDraft>>] {
  const [draft, setDraft] = useState(() => ({ ...emptyDraft, text: readDraftText(subject) }))
  useEffect(() => {
    if (draft.text === '') removeStored('sessionStorage', draftPrefix + subject)
    else writeStored('sessionStorage', draftPrefix + subject, draft.text)
  }, [subject, draft.text])
  return [draft, setDraft]
}
