import { vi } from 'vitest'

/** Local storage as a Map, and the events and locks of a browser's page, for tests without one. */
export class FakeBrowser {
  readonly kept = new Map<string, string>()
  readonly page = new EventTarget()
  onLine = true
  private turn: Promise<unknown> = Promise.resolve()

  /** Puts it in the place of the globals. */
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

  /** What another tab writes. */
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
