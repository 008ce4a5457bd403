import { readStoredJson, removeStored, writeStored } from './storage/browser-storage.ts'
import { isLasting, type ToastAction, type ToastContent, type ToastTone } from './toast-list.ts'
import { currentToasts, toast } from './toasts.ts'

const storageKey = 'toasts'
const tones: readonly ToastTone[] = ['default', 'success', 'destructive']

/**
 * Hands toasts that stay until they are closed from one document to the next of this tab: leaving
 * the checkout loads a document, and the word that something is paid must not go with the old one.
 * Answers the function that stops it.
 */
export function carryToasts(): () => void {
  for (const content of parseToasts(readStoredJson('sessionStorage', storageKey))) toast(content)
  removeStored('sessionStorage', storageKey)
  addEventListener('pagehide', keepToasts)
  addEventListener('pageshow', forgetAfterReturn)
  return () => {
    removeEventListener('pagehide', keepToasts)
    removeEventListener('pageshow', forgetAfterReturn)
  }
}

function keepToasts(): void {
  const lasting = currentToasts().filter((entry) => entry.open && isLasting(entry))
  if (lasting.length === 0) return
  writeStored('sessionStorage', storageKey, JSON.stringify(lasting))
}

/** A document out of the back-forward cache still shows its own. */
function forgetAfterReturn({ persisted }: PageTransitionEvent): void {
  if (persisted) removeStored('sessionStorage', storageKey)
}

/** Reads what session storage holds; anything that is not ours is left out. */
function parseToasts(value: unknown): readonly ToastContent[] {
  return Array.isArray(value) ? value.flatMap(parseToast) : []
}

function parseToast(value: unknown): readonly ToastContent[] {
  const { title, description, tone, actions } = fieldsOf(value)
  if (typeof title !== 'string') return []
  const knownTone = tones.find((known) => known === tone)
  const links = Array.isArray(actions) ? actions.flatMap(parseAction) : []
  return [
    {
      title,
      durationMs: null,
      ...(typeof description === 'string' && { description }),
      ...(knownTone && { tone: knownTone }),
      ...(links.length > 0 && { actions: links }),
    },
  ]
}

function parseAction(value: unknown): readonly ToastAction[] {
  const { label, href } = fieldsOf(value)
  if (typeof label !== 'string' || typeof href !== 'string') return []
  return /^(\/|https:\/\/)/.test(href) ? [{ label, href }] : []
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
