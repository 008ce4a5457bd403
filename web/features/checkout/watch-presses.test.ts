import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPresses } from './hosted-presses.ts'

const frame = { name: 'a frame of the button' }
let page = new EventTarget()
let focused: object | null = null
let hasFocus = true

class ButtonPlace extends EventTarget {
  contains(part: object | null): boolean {
    return part === frame
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  focused = null
  hasFocus = true
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', {
    get activeElement() {
      return focused
    },
    hasFocus: () => hasFocus,
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp() {
  const place = new ButtonPlace()
  const onPress = vi.fn<() => void>()
  return { place, onPress, stop: watchPresses(place, onPress) }
}

function enterFrame(): void {
  focused = frame
  page.dispatchEvent(new Event('blur'))
}

test('a click outside all iframes is a press', () => {
  const { place, onPress } = setUp()
  place.dispatchEvent(new Event('click'))
  expect(onPress).toHaveBeenCalledOnce()
})

test('moving the focus to an iframe by keyboard is no press', () => {
  const { onPress } = setUp()
  enterFrame()
  vi.advanceTimersByTime(5000)
  expect(onPress).not.toHaveBeenCalled()
})

test('a window that opens from an iframe is one press', () => {
  const { onPress } = setUp()
  enterFrame()
  hasFocus = false
  vi.advanceTimersByTime(5000)
  expect(onPress).toHaveBeenCalledOnce()
})

test('an iframe that is entered twice is watched once, and not after the stop', () => {
  const { stop } = setUp()
  enterFrame()
  enterFrame()
  expect(vi.getTimerCount()).toBe(1)
  stop()
  enterFrame()
  expect(vi.getTimerCount()).toBe(0)
})

test('leaving the iframe or stopping ends the watch', () => {
  const { onPress, stop } = setUp()
  enterFrame()
  focused = null
  vi.advanceTimersByTime(1000)
  enterFrame()
  stop()
  hasFocus = false
  vi.advanceTimersByTime(5000)
  expect(onPress).not.toHaveBeenCalled()
})
