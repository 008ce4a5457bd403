import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenToEvents, subscribeToPurchases } from './realtime.ts'

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readonly address: string
  readyState = 1

  constructor(address: string) {
    super()
    this.address = address
    FakeEventSource.opened.push(this)
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }
}

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const newest = (): FakeEventSource | undefined => FakeEventSource.opened.at(-1)

test('tells of purchases until it is stopped', () => {
  const purchase = vi.fn<(payload: { readonly type: string }) => void>()
  const stop = listenToEvents({ purchase })
  expect(newest()?.address).toBe('/api/events')
  newest()?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  expect(purchase).toHaveBeenCalledWith({ type: 'Reskin' })
  stop()
  expect(newest()?.readyState).toBe(FakeEventSource.CLOSED)
})

test('pages that ask for it hear of purchases as well, until they stop', () => {
  const heard = vi.fn<() => void>()
  const leave = subscribeToPurchases(heard)
  const stop = listenToEvents({ purchase: () => undefined })
  newest()?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  leave()
  newest()?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  expect(heard).toHaveBeenCalledOnce()
  stop()
})

test('waits for the page to have loaded', () => {
  vi.stubGlobal('document', { readyState: 'interactive' })
  const stop = listenToEvents({ purchase: () => undefined })
  expect(FakeEventSource.opened).toHaveLength(0)
  page.dispatchEvent(new Event('load'))
  expect(FakeEventSource.opened).toHaveLength(1)
  stop()
})

test('the stream ends where the page is left, and begins again when the browser brings it back', () => {
  const purchase = vi.fn<() => void>()
  const stop = listenToEvents({ purchase })
  const first = newest()
  page.dispatchEvent(new Event('pagehide'))
  expect(first?.readyState).toBe(FakeEventSource.CLOSED)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(FakeEventSource.opened).toHaveLength(2)
  newest()?.dispatchEvent(new MessageEvent('purchase', { data: '{"type":"Reskin"}' }))
  expect(purchase).toHaveBeenCalledOnce()
  stop()
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(FakeEventSource.opened).toHaveLength(2)
})

test('a page shown for the first time has one stream only', () => {
  const stop = listenToEvents({ purchase: () => undefined })
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(FakeEventSource.opened).toHaveLength(1)
  stop()
})

test('a refusal is tried again after half a minute, a broken line is left to the browser', () => {
  const stop = listenToEvents({ purchase: () => undefined })
  newest()?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
  newest()?.close()
  newest()?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(29_999)
  expect(FakeEventSource.opened).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(FakeEventSource.opened).toHaveLength(2)
  stop()
})
