import { useSyncExternalStore } from 'react'
import type { ShopItemView } from '#contract/skins.ts'
import { createListeners } from '#web/app/subscriptions.ts'
import type { ItemFields } from '#web/features/kryptonite/admin-kr-api.ts'

/** The item form while it is open: adding, or editing an item, with what was typed so far. */
export interface ItemDraft {
  /** Null: a new one. */
  readonly item: ShopItemView | null
  readonly name: string
  readonly priceText: string
  /** The file that was chosen, with the data URL that shows it. */
  readonly picture: { readonly file: File; readonly url: string } | null
}

// Here, not in the form: another section, or a way back, must not cost what was typed.
let draft: ItemDraft | null = null
const { notify, subscribe } = createListeners()

/** Null while the form is closed. */
export function useItemDraft(): ItemDraft | null {
  return useSyncExternalStore(subscribe, currentItemDraft, () => null)
}

export function currentItemDraft(): ItemDraft | null {
  return draft
}

export function openItemDraft(item: ShopItemView | null): void {
  update({ item, name: item?.name ?? '', priceText: item ? String(item.price) : '', picture: null })
}

/** A change of a form that was closed meanwhile is dropped. */
export function changeItemDraft(change: Partial<Omit<ItemDraft, 'item'>>): void {
  if (draft !== null) update({ ...draft, ...change })
}

export function closeItemDraft(): void {
  update(null)
}

/** Whether closing it would lose something. */
export function isUnsaved(current: ItemDraft | null): boolean {
  if (current === null) return false
  const { item, name, priceText, picture } = current
  return (
    picture !== null ||
    name !== (item?.name ?? '') ||
    priceText !== (item ? String(item.price) : '')
  )
}

/** What was changed of an item since it was opened; what another admin changed meanwhile stays his. */
export function changedFields(
  item: ShopItemView,
  { name, price, image }: ItemFields,
): Partial<ItemFields> {
  return {
    ...(name !== item.name && { name }),
    ...(price !== item.price && { price }),
    ...(image !== null && { image }),
  }
}

function update(next: ItemDraft | null): void {
  draft = next
  notify()
}

/** Bytes; the server takes no larger picture either. */
export const largestPictureBytes = 5 * 1024 * 1024
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

export type PictureFault = 'too_large' | 'wrong_type' | 'empty'

/** What can be said against a file before it is sent; whether it is a picture the server finds out. */
export function validatePicture({ type, size }: Pick<File, 'type' | 'size'>): PictureFault | null {
  if (!pictureTypes.includes(type)) return 'wrong_type'
  if (size === 0) return 'empty'
  return size > largestPictureBytes ? 'too_large' : null
}

/** The picture in dropped or pasted things: the first file, if it is none, so that somebody is told. */
export function findPicture(files: Iterable<File>): File | null {
  const all = [...files]
  return all.find(({ type }) => pictureTypes.includes(type)) ?? all[0] ?? null
}
