import { expect, test } from 'vitest'
import {
  changeItemDraft,
  changedFields,
  closeItemDraft,
  currentItemDraft,
  isUnsaved,
  openItemDraft,
} from './admin-item-draft.ts'

const ghillie = {
  id: '3f2a91c0-8b1d-4e6f-9a57-0c1d2e3f4a5b',
  name: 'Ghillie',
  price: 500,
  image_url: '/images/abc',
  created_at: '2026-11-21T12:00:00.000Z',
}

test('a form without changes is saved', () => {
  openItemDraft(null)
  expect(isUnsaved(currentItemDraft())).toBe(false)
  openItemDraft(ghillie)
  expect(currentItemDraft()).toMatchObject({ name: 'Ghillie', priceText: '500' })
  expect(isUnsaved(currentItemDraft())).toBe(false)
})

test('a form with a change is unsaved', () => {
  openItemDraft(ghillie)
  changeItemDraft({ priceText: '600' })
  expect(isUnsaved(currentItemDraft())).toBe(true)
  changeItemDraft({ priceText: '500' })
  expect(isUnsaved(currentItemDraft())).toBe(false)
  changeItemDraft({ picture: { file: new File(['x'], 'x.png'), url: 'data:,' } })
  expect(isUnsaved(currentItemDraft())).toBe(true)
})

test('a picture read after the form was closed does not reopen it', () => {
  openItemDraft(null)
  closeItemDraft()
  changeItemDraft({ name: 'late' })
  expect(currentItemDraft()).toBeNull()
  expect(isUnsaved(currentItemDraft())).toBe(false)
})

test('only changed fields are sent, so that changes of another admin are not undone', () => {
  const same = { name: 'Ghillie', price: 500, image: null }
  const image = new File(['x'], 'x.png')
  expect(changedFields(ghillie, same)).toEqual({})
  expect(changedFields(ghillie, { ...same, name: 'Moss' })).toEqual({ name: 'Moss' })
  expect(changedFields(ghillie, { ...same, price: 600 })).toEqual({ price: 600 })
  expect(changedFields(ghillie, { ...same, image })).toEqual({ image })
})
