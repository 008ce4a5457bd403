/** A fake `EventSource` that sends nothing by itself. Tests dispatch events on the one in use. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  /** All instances since a test emptied the list, oldest first. */
  static opened: FakeEventSource[] = []
  static get newest(): FakeEventSource | undefined {
    return FakeEventSource.opened.at(-1)
  }

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
