import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  currentToasts,
  dismiss,
  endToasts,
  endTopic,
  pauseToasts,
  resumeToasts,
  toast,
  toastFailure,
} from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  currentToasts().forEach(({ id }) => dismiss(id))
  vi.runAllTimers()
  vi.useRealTimers()
})

const openTitles = (): readonly string[] =>
  currentToasts().flatMap(({ open, title }) => (open ? [title] : []))

test('a toast is shown for 4 seconds and removed 3 seconds later', () => {
  toast({ title: 'hello' })
  vi.advanceTimersByTime(3999)
  expect(openTitles()).toEqual(['hello'])
  vi.advanceTimersByTime(1)
  expect(openTitles()).toEqual([])
  vi.advanceTimersByTime(2999)
  expect(currentToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(currentToasts()).toHaveLength(0)
})

test('a toast can stay longer', () => {
  toast({ title: 'paid', durationMs: 10_000 })
  vi.advanceTimersByTime(9999)
  expect(openTitles()).toEqual(['paid'])
  vi.advanceTimersByTime(1)
  expect(openTitles()).toEqual([])
})

test('the toasts of a page end with it, and those after it stay', () => {
  toast({ title: 'on this page', durationMs: 10_000 })
  const left = currentToasts()
  toast({ title: 'on the next one' })
  endToasts(left)
  expect(openTitles()).toEqual(['on the next one'])
})

test('the same toast again replaces the first as a new one, with its full time', () => {
  toast({ title: 'failed', description: 'no network', tone: 'destructive' })
  toast({ title: 'failed', description: 'no answer', tone: 'destructive' })
  const [first] = currentToasts()
  vi.advanceTimersByTime(3000)
  toast({ title: 'failed', description: 'no network', tone: 'destructive' })
  expect(currentToasts().map(({ description }) => description)).toEqual(['no answer', 'no network'])
  expect(currentToasts().map(({ id }) => id)).not.toContain(first?.id)
  vi.advanceTimersByTime(3999)
  expect(openTitles()).toEqual(['failed'])
  vi.advanceTimersByTime(1)
  expect(openTitles()).toEqual([])
})

test('the toasts of a topic end with it, and those of others stay', () => {
  toastFailure('not saved', 'no network', 'item')
  toastFailure('not credited', 'no network', 'credit')
  endTopic('item')
  expect(openTitles()).toEqual(['not credited'])
})

test('a toast that is going does not stop the same one from being shown', () => {
  toast({ title: 'failed' })
  vi.advanceTimersByTime(4000)
  toast({ title: 'failed' })
  expect(currentToasts().map(({ open }) => open)).toEqual([false, true])
})

test('a toast pushed out by the limit leaves no timer behind', () => {
  for (let count = 1; count <= 21; count += 1) toast({ title: `toast ${count}` })
  vi.advanceTimersByTime(4000)
  expect(openTitles()).toEqual([])
  resumeToasts()
  vi.advanceTimersByTime(3000)
  expect(vi.getTimerCount()).toBe(0)
})

test('toasts wait while paused and have their full time afterwards', () => {
  toast({ title: 'before' })
  vi.advanceTimersByTime(3000)
  pauseToasts()
  toast({ title: 'meanwhile' })
  vi.advanceTimersByTime(60_000)
  expect(openTitles()).toEqual(['before', 'meanwhile'])
  resumeToasts()
  vi.advanceTimersByTime(3999)
  expect(openTitles()).toEqual(['before', 'meanwhile'])
  vi.advanceTimersByTime(1)
  expect(openTitles()).toEqual([])
})

test('closing the last toast by hand ends the pause', () => {
  toast({ title: 'first' })
  pauseToasts()
  currentToasts().forEach(({ id }) => dismiss(id))
  toast({ title: 'second' })
  vi.advanceTimersByTime(4000)
  expect(openTitles()).toEqual([])
})
