import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  changeItemDraft,
  changedFields,
  closeItemDraft,
  currentItemDraft,
  openItemDraft,
} from './admin-item-draft.ts'

const ghillie = {
  id: '3f2a91c0-8b1d-4e6f-9a57-0c1d2e3f4a5b',
  name: 'Ghillie',
  price: 500,
  image_url: '/images/abc',
  created_at: '2026-11-21T12:00:00.000Z',
  stock: null,
  position: null,
  hidden: false,
}

const mosin = { ...ghillie, id: 'a4b3c2d1-8b1d-4e6f-9a57-0c1d2e3f4a5b', name: 'Mosin' }
const page = new EventTarget()

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

afterEach(() => {
  for (const id of [null, ghillie.id, mosin.id]) closeItemDraft(id)
  vi.unstubAllGlobals()
})

const isAskedAtLeaving = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the form of an item starts with its values, and asks nothing at leaving', () => {
  openItemDraft(ghillie)
  expect(currentItemDraft()).toMatchObject({ name: 'Ghillie', priceText: '500' })
  expect(isAskedAtLeaving()).toBe(false)
})

test('what was typed about an item outlives the form of another, until it is closed', () => {
  openItemDraft(ghillie)
  changeItemDraft({ priceText: '600' })
  openItemDraft(mosin)
  expect(currentItemDraft()).toMatchObject({ name: 'Mosin', priceText: '500' })
  expect(isAskedAtLeaving()).toBe(true)
  closeItemDraft(mosin.id)
  openItemDraft(ghillie)
  expect(currentItemDraft()).toMatchObject({ name: 'Ghillie', priceText: '600' })
  closeItemDraft(ghillie.id)
  expect(isAskedAtLeaving()).toBe(false)
  openItemDraft(ghillie)
  expect(currentItemDraft()?.priceText).toBe('500')
})

test('a change that is undone counts no more, and a picture counts as a change', () => {
  openItemDraft(null)
  changeItemDraft({ name: 'Moss' })
  changeItemDraft({ name: '' })
  expect(isAskedAtLeaving()).toBe(false)
  changeItemDraft({ picture: { file: new File(['x'], 'x.png'), url: 'data:,' } })
  expect(isAskedAtLeaving()).toBe(true)
})

test('a request that ends late closes its own form alone, and reopens none', () => {
  openItemDraft(mosin)
  expect(closeItemDraft(ghillie.id)).toBe(false)
  expect(currentItemDraft()?.name).toBe('Mosin')
  expect(closeItemDraft(mosin.id)).toBe(true)
  expect(closeItemDraft(null)).toBe(false)
  changeItemDraft({ name: 'late' })
  expect(currentItemDraft()).toBeNull()
})

test('only changed fields are sent, so that changes of another admin are not undone', () => {
  const { name, price, stock, hidden, image_url } = ghillie
  const same = { name, price, stock, hidden, image_url }
  expect(changedFields(ghillie, same)).toEqual({})
  expect(changedFields(ghillie, { ...same, name: 'Moss' })).toEqual({ name: 'Moss' })
  expect(changedFields(ghillie, { ...same, price: 600 })).toEqual({ price: 600 })
  expect(changedFields(ghillie, { ...same, stock: 0 })).toEqual({ stock: 0 })
  expect(changedFields(ghillie, { ...same, hidden: true })).toEqual({ hidden: true })
  expect(changedFields(ghillie, { ...same, image_url: 'data:,' })).toEqual({ image_url: 'data:,' })
})
