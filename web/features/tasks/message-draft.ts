import { useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { draftPrefix, readStored, removeStored, writeStored } from '#web/app/browser-storage.ts'
import type { ChosenPicture } from '#web/app/picture-field.tsx'

/** What somebody writes to a buyer, to the staff, or about a player. */
export interface MessageDraft {
  readonly text: string
  readonly picture: ChosenPicture | null
}

/** Before anything is typed, and after it was sent. */
export const emptyDraft: MessageDraft = { text: '', picture: null }

export const draftOfOrder = (orderId: string) => `order ${orderId}`

/** The text that was typed in this tab about something and not sent. */
export function readDraftText(subject: string): string {
  return readStored('sessionStorage', draftPrefix + subject) ?? ''
}

/**
 * What is typed about something: its text is stored until the tab closes, its picture is not. A
 * message that was sent from a page that has been left is forgotten all the same.
 */
export function useMessageDraft(
  subject: string,
): readonly [MessageDraft, Dispatch<SetStateAction<MessageDraft>>] {
  const [draft, setDraft] = useState(() => ({ ...emptyDraft, text: readDraftText(subject) }))
  const newest = useRef<MessageDraft>(draft)
  const change = (next: SetStateAction<MessageDraft>): void => {
    newest.current = typeof next === 'function' ? next(newest.current) : next
    const { text } = newest.current
    if (text === '') removeStored('sessionStorage', draftPrefix + subject)
    else writeStored('sessionStorage', draftPrefix + subject, text)
    setDraft(newest.current)
  }
  return [draft, change]
}
