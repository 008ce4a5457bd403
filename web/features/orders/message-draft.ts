import { draftPrefix, readStored, removeStored, writeStored } from '#web/app/browser-storage.ts'

const draftKey = (orderId: string) => `${draftPrefix}orderMessage ${orderId}`

/** The message about an order that was typed in this tab and not sent. */
export function readMessageDraft(orderId: string): string {
  return readStored('sessionStorage', draftKey(orderId)) ?? ''
}

/** Stores it until the tab closes; an empty one is removed. */
export function saveMessageDraft(orderId: string, text: string): void {
  if (text === '') removeStored('sessionStorage', draftKey(orderId))
  else writeStored('sessionStorage', draftKey(orderId), text)
}
