import { runInThisContext } from 'node:vm'
import { onTestFinished, vi } from 'vitest'

/** An element with only the parts that PayPal's loader and script use. */
export class FakeElement extends EventTarget {
  readonly style: Record<string, string> = {}
  readonly dataset: Record<string, string> = {}
  readonly children: FakeElement[] = []
  textContent = ''
  src = ''
  onload: (() => void) | null = null
  onerror: (() => void) | null = null

  append(child: FakeElement): void {
    this.children.push(child)
  }

  setAttribute(name: string, value: string): void {
    this.dataset[name.replace(/^data-/, '')] = value
  }

  click(): void {
    this.dispatchEvent(new Event('click'))
  }
}

class FakeScript extends FakeElement {}

export interface FakePopup {
  closed: boolean
  readonly location: { href: string }
  close(): void
}

export interface FakePage {
  readonly containers: Readonly<Record<string, FakeElement>>
  readonly scripts: readonly FakeElement[]
  readonly popups: readonly FakePopup[]
  /** A message from a window that the page opened, as from another origin. */
  say(popup: FakePopup | undefined, origin: string, data: object): void
}

/** A fake page with empty containers, for scripts that are loaded by `src`. */
export function stubPage(selectors: readonly string[]): FakePage {
  const containers = Object.fromEntries(selectors.map((name) => [name, new FakeElement()]))
  const scripts: FakeElement[] = []
  const popups: FakePopup[] = []
  const page = {
    open(address: string) {
      const popup: FakePopup = {
        closed: false,
        location: { href: address },
        close: () => (popup.closed = true),
      }
      popups.push(popup)
      return popup
    },
  }
  const pageWindow = Object.assign(new EventTarget(), page)
  const pageDocument = {
    currentScript: new FakeScript(),
    querySelector: (selector: string) => containers[selector] ?? null,
    createElement: (tag: string) => (tag === 'script' ? new FakeScript() : new FakeElement()),
    head: {
      firstElementChild: null,
      insertBefore(script: FakeScript) {
        scripts.push(script)
        void load(script)
      },
    },
  }

  async function load(script: FakeScript): Promise<void> {
    const response = await fetch(script.src)
    if (!response.ok) {
      script.onerror?.()
      return
    }
    pageDocument.currentScript = script
    runInThisContext(await response.text())
    script.onload?.()
  }

  vi.stubGlobal('window', pageWindow)
  vi.stubGlobal('document', pageDocument)
  vi.stubGlobal('HTMLElement', FakeElement)
  vi.stubGlobal('HTMLScriptElement', FakeScript)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return {
    containers,
    scripts,
    popups,
    say(popup, origin, data) {
      const message = Object.assign(new Event('message'), { data, origin, source: popup })
      pageWindow.dispatchEvent(message)
    },
  }
}
