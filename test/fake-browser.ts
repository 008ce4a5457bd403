import { vi } from 'vitest'

/** Local storage as a Map, and the events and locks of a page, for tests without a browser. */
export class FakeBrowser {
  readonly kept = new Map<string, string>()
  readonly page = new EventTarget()
  onLine = true
  private turn: Promise<unknown> = Promise.resolve()

  /** Replaces the globals. */
  install(): void {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => this.kept.get(key) ?? null,
      setItem: (key: string, text: string) => this.kept.set(key, text),
    })
    vi.stubGlobal('window', this.page)
    vi.stubGlobal('addEventListener', this.page.addEventListener.bind(this.page))
    vi.stubGlobal('removeEventListener', this.page.removeEventListener.bind(this.page))
    vi.stubGlobal('document', { readyState: 'complete' })
    const isOnline = (): boolean => this.onLine
    vi.stubGlobal('navigator', {
      get onLine() {
        return isOnline()
      },
      locks: { request: (_: string, task: () => Promise<unknown>) => this.takeTurn(task) },
    })
  }

  readJson(key: string): unknown {
    return JSON.parse(this.kept.get(key) ?? 'null')
  }

  /** Writes as another tab. */
  writeElsewhere(key: string, value: unknown): void {
    this.kept.set(key, JSON.stringify(value))
    this.page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  }

  goOffline(): void {
    this.onLine = false
    this.page.dispatchEvent(new Event('offline'))
  }

  goOnline(): void {
    this.onLine = true
    this.page.dispatchEvent(new Event('online'))
  }

  private takeTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn = this.turn.then(task)
    this.turn = turn.catch(() => undefined)
    return turn
  }
}
