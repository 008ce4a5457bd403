import { expect, test } from 'vitest'
import {
  addToast,
  dismissToast,
  drawnToasts,
  maxToasts,
  removeToast,
  type Toast,
  type ToastList,
} from './toasts.ts'

const toastWithId = (id: number): Toast => ({ id, title: `toast ${id}`, open: true })
const idsOf = (list: ToastList): readonly number[] => list.map(({ id }) => id)

test('keeps the newest 20 toasts', () => {
  const ids = Array.from({ length: 23 }, (_, index) => index + 1)
  const list = ids.map(toastWithId).reduce(addToast, [])
  expect(list).toHaveLength(maxToasts)
  expect(idsOf(list)).toEqual(ids.slice(3))
})

test('the same text with other links is another toast', () => {
  const receipt = (id: number): Toast => {
    return {
      ...toastWithId(id),
      title: 'paid',
      actions: [{ label: 'Receipt', href: `/orders/${id}` }],
    }
  }
  const list = [receipt(1), receipt(2), { ...receipt(2), id: 3 }]
  expect(idsOf(list.reduce(addToast, []))).toEqual([1, 3])
})

test('a toast takes the place of an older one of its topic, and of no other', () => {
  const list: ToastList = [
    { ...toastWithId(1), topic: 'item', tone: 'destructive' },
    { ...toastWithId(2), topic: 'credit', tone: 'destructive' },
    toastWithId(3),
    { ...toastWithId(4), topic: 'item', tone: 'success' },
    toastWithId(5),
  ]
  expect(idsOf(list.reduce(addToast, []))).toEqual([2, 3, 4, 5])
})

test('a dismissed toast stays in the list, closed', () => {
  const list = dismissToast([toastWithId(1), toastWithId(2)], 1)
  expect(list.map(({ open }) => open)).toEqual([false, true])
})

test('a removed toast is gone', () => {
  expect(removeToast([toastWithId(1), toastWithId(2)], 1)).toEqual([toastWithId(2)])
})

test('the newest three are shown, and those that fade out', () => {
  const list = dismissToast([1, 2, 3, 4, 5].map(toastWithId), 1)
  expect(idsOf(drawnToasts(list))).toEqual([1, 3, 4, 5])
})
