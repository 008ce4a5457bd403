import type { PublicSite } from '#contract/site.ts'
import { call } from './api-client.ts'
import { createListeners } from './subscriptions.ts'

let current: PublicSite | undefined

/** What the community shows now. Read it when rendering, never while a module loads: it changes. */
export function site(): PublicSite {
  if (!current) throw new Error('the site is read before it is set')
  return current
}

const { notify, subscribe } = createListeners()

/** `App` subscribes to it, and renders every page again. */
export const subscribeToSite = subscribe

export function setSite(next: PublicSite): void {
  current = next
  notify()
}

/** Asks for the site as it is now; an offline page keeps what it shows. */
export async function refreshSite(): Promise<void> {
  const endpoint = import('#contract/site.ts').then(({ readSite }) => readSite)
  const next = await call(endpoint).catch(() => null)
  if (next && next.version !== current?.version) setSite(next)
}

/** A function for a value that follows from the site, computed once for each version of it. */
export function fromSite<Value>(derive: (of: PublicSite) => Value): () => Value {
  let last: { readonly of: PublicSite; readonly value: Value } | null = null
  return () => {
    const of = site()
    if (last?.of !== of) last = { of, value: derive(of) }
    return last.value
  }
}
