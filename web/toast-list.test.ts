import { expect, test } from 'vitest'
import { addToast, dismissToast, keptToasts, removeToast, type Toast } from './toast-list.ts'

const toastWithId = (id: number): Toast => ({ id, title: `toast ${id}`, open: true })

test('keeps the newest 20 toasts', () => {
  const ids = Array.from({ length: 23 }, (_, index) => index + 1)
  const list = ids.map(toastWithId).reduce(addToast, [])
  expect(list).toHaveLength(keptToasts)
  expect(list.map(({ id }) => id)).toEqual(ids.slice(3))
})

test('a dismissed toast stays in the list, closed', () => {
  const list = dismissToast([toastWithId(1), toastWithId(2)], 1)
  expect(list.map(({ open }) => open)).toEqual([false, true])
})

test('a removed toast is gone', () => {
  expect(removeToast([toastWithId(1), toastWithId(2)], 1)).toEqual([toastWithId(2)])
})
