import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHoldClock, holdPercent } from './hold-to-buy.tsx'

const item = itemNamed('Camo')
const other = itemNamed('Chrome')

function itemNamed(name: string) {
  const created_at = '2026-01-01T00:00:00Z'
  return { id: name, name, price: 500, image_url: '/x', created_at, stock: null, position: null }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function pressed() {
  const clock = createHoldClock()
  clock.send({ type: 'press', item })
  return { ...clock, percent: () => holdPercent(clock.read(), item.id) }
}

function heldToConfirmation() {
  const clock = pressed()
  vi.advanceTimersByTime(1800)
  return clock
}

test('the bar rises 10 % every 200 ms, and opens the confirmation at 90', () => {
  const { read, percent } = pressed()
  expect(percent()).toBe(0)
  vi.advanceTimersByTime(199)
  expect(percent()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(percent()).toBe(10)
  vi.advanceTimersByTime(1599)
  expect(read().phase).toBe('holding')
  expect(percent()).toBe(80)
  vi.advanceTimersByTime(1)
  expect(read()).toEqual({ phase: 'confirming', item })
  expect(percent()).toBe(90)
  vi.advanceTimersByTime(60_000)
  expect(percent()).toBe(90)
})

test('letting go before 90 ends the hold, and no timer stays', () => {
  const { read, send } = pressed()
  vi.advanceTimersByTime(1799)
  expect(send({ type: 'release' })).toBe(true)
  expect(read().phase).toBe('idle')
  vi.advanceTimersByTime(10_000)
  expect(read().phase).toBe('idle')
  expect(vi.getTimerCount()).toBe(0)
})

test('letting go after 90 changes nothing: the dialog is open', () => {
  const { read, send } = heldToConfirmation()
  expect(send({ type: 'release' })).toBe(false)
  expect(read().phase).toBe('confirming')
})

test('a new press starts from zero', () => {
  const { send, percent } = pressed()
  vi.advanceTimersByTime(1500)
  send({ type: 'release' })
  send({ type: 'press', item })
  vi.advanceTimersByTime(400)
  expect(percent()).toBe(20)
})

test('success fills the bar for one second', () => {
  const { read, send, percent } = heldToConfirmation()
  send({ type: 'confirm' })
  expect(percent()).toBe(90)
  send({ type: 'succeed' })
  expect(percent()).toBe(100)
  vi.advanceTimersByTime(999)
  expect(percent()).toBe(100)
  vi.advanceTimersByTime(1)
  expect(read().phase).toBe('idle')
})

test('failure and cancelling end the hold at once', () => {
  const failed = heldToConfirmation()
  failed.send({ type: 'confirm' })
  failed.send({ type: 'fail' })
  expect(failed.read().phase).toBe('idle')
  const cancelled = heldToConfirmation()
  cancelled.send({ type: 'cancel' })
  expect(cancelled.read().phase).toBe('idle')
})

test('a second confirmation is ignored, and a purchase under way cannot be cancelled', () => {
  const { send, read } = heldToConfirmation()
  expect(send({ type: 'confirm' })).toBe(true)
  expect(send({ type: 'confirm' })).toBe(false)
  expect(send({ type: 'cancel' })).toBe(false)
  expect(read().phase).toBe('buying')
})

test.each(['holding', 'confirming', 'buying', 'bought'])(
  'while one hold is %s no other starts',
  (phase) => {
    const { read, send } = pressed()
    if (phase !== 'holding') vi.advanceTimersByTime(1800)
    if (phase === 'buying' || phase === 'bought') send({ type: 'confirm' })
    if (phase === 'bought') send({ type: 'succeed' })
    expect(read().phase).toBe(phase)
    expect(send({ type: 'press', item: other })).toBe(false)
    expect(send({ type: 'activate', item: other })).toBe(false)
    expect(read()).toMatchObject({ phase, item })
    expect(holdPercent(read(), other.id)).toBe(0)
  },
)

test('a click by assistive technology opens the confirmation at once', () => {
  const clock = createHoldClock()
  clock.send({ type: 'activate', item })
  expect(clock.read()).toEqual({ phase: 'confirming', item })
  expect(holdPercent(clock.read(), item.id)).toBe(90)
})

test('stopping leaves no timer behind', () => {
  const { stop, read } = pressed()
  stop()
  vi.advanceTimersByTime(10_000)
  expect(read().phase).toBe('idle')
})
