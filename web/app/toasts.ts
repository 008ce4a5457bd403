import { useSyncExternalStore } from 'react'
import { readStoredJson, removeStored, writeStored } from './browser-storage.ts'
import { createListeners } from './subscriptions.ts'

const none: ToastList = []
let current: ToastList = none
let lastId = 0
let paused = false
const dismissals = new Map<number, ReturnType<typeof setTimeout>>()
const { notify, subscribe } = createListeners()

/** Shows a short message, by default for 4 seconds. It replaces an open one that says the same. */
export function toast(content: ToastContent): void {
  lastId += 1
  const added: Toast = { ...content, id: lastId, open: true }
  update(addToast(current, added))
  if (!paused) dismissLater(added)
}

/** Shows that something failed, and why or what to do. */
export function toastFailure(title: string, description: string): void {
  toast({ title, description, tone: 'destructive' })
}

/** Starts to remove a toast; a second call has no effect. */
export function dismiss(id: number): void {
  clearTimeout(dismissals.get(id))
  // Delete the timer even if the limit has already pushed the toast out of the list.
  dismissals.delete(id)
  if (!current.some((entry) => entry.id === id && entry.open)) return
  update(dismissToast(current, id))
  // A pointer or focus that vanished with the last toast fires no event.
  if (!current.some((entry) => entry.open)) paused = false
  setTimeout(() => update(removeToast(current, id)), removeAfterDismissalMs)
}

/** Keeps all toasts while the visitor reads or reaches for one. */
export function pauseToasts(): void {
  paused = true
  dismissals.forEach((timer) => clearTimeout(timer))
  dismissals.clear()
}

/** Starts the timers again, each with its full time. */
export function resumeToasts(): void {
  if (!paused) return
  paused = false
  current.filter((entry) => entry.open).forEach(dismissLater)
}

export function currentToasts(): ToastList {
  return current
}

export function useToasts(): ToastList {
  return useSyncExternalStore(subscribe, currentToasts, () => none)
}

function dismissLater({ id, durationMs = displayMs }: Toast): void {
  if (durationMs === null) return
  dismissals.set(
    id,
    setTimeout(() => dismiss(id), durationMs),
  )
}

function update(next: ToastList): void {
  current = next
  notify()
}

export type ToastTone = 'default' | 'success' | 'destructive'

export interface ToastContent {
  readonly title: string
  readonly description?: string
  readonly tone?: ToastTone
  /**
   * How long it stays, in milliseconds, for texts that take time to read. Null: until it is closed,
   * also in this tab's next documents.
   */
  readonly durationMs?: number | null
  /** Links below the text. */
  readonly actions?: readonly ToastAction[]
}

interface ToastAction {
  readonly label: string
  readonly href: string
}

export interface Toast extends ToastContent {
  readonly id: number
  /** False once dismissed: it fades out and is removed a little later. */
  readonly open: boolean
}

export type ToastList = readonly Toast[]

export const maxToasts = 20
const displayMs = 4000
export const removeAfterDismissalMs = 3000
const drawnAtOnce = 3

/**
 * Adds a toast as the newest, in place of an open one that says the same: as a new element it is
 * announced again. Beyond the limit it drops the oldest, and one with a timer before lasting ones.
 */
export function addToast(list: ToastList, added: Toast): ToastList {
  const text = textOf(added)
  const grown = [...list.filter((entry) => !entry.open || textOf(entry) !== text), added]
  if (grown.length <= maxToasts) return grown
  const dropped = grown.find((entry) => !staysUntilClosed(entry)) ?? grown[0]
  return grown.filter((entry) => entry !== dropped)
}

export function dismissToast(list: ToastList, id: number): ToastList {
  return list.map((entry) => (entry.id === id ? { ...entry, open: false } : entry))
}

export function removeToast(list: ToastList, id: number): ToastList {
  return list.filter((entry) => entry.id !== id)
}

/** All that the visitor reads or can press, and whether it lasts. */
function textOf({ title, description, durationMs, actions }: ToastContent): string {
  return JSON.stringify([title, description, durationMs === null, actions])
}

/** Whether it stays until someone closes it. */
function staysUntilClosed({ durationMs }: ToastContent): boolean {
  return durationMs === null
}

/** The toasts to show, at most three so that they do not cover the page: lasting ones first, then the newest. */
export function drawnToasts(list: ToastList): ToastList {
  const open = list.filter((entry) => entry.open)
  const byWeight = [
    ...open.filter((entry) => !staysUntilClosed(entry)),
    ...open.filter(staysUntilClosed),
  ]
  const drawn = new Set(byWeight.slice(-drawnAtOnce))
  return list.filter((entry) => !entry.open || drawn.has(entry))
}

const storageKey = 'toasts'
const tones: readonly ToastTone[] = ['default', 'success', 'destructive']

/**
 * Carries toasts that stay until they are closed from one document of this tab to the next: leaving
 * the checkout loads a document, and the message of a payment must not go with the old one. Returns
 * a function that stops it.
 */
export function carryToasts(): () => void {
  for (const content of parseToasts(readStoredJson('sessionStorage', storageKey))) toast(content)
  removeStored('sessionStorage', storageKey)
  addEventListener('pagehide', storeToasts)
  addEventListener('pageshow', clearAfterReturn)
  return () => {
    removeEventListener('pagehide', storeToasts)
    removeEventListener('pageshow', clearAfterReturn)
  }
}

function storeToasts(): void {
  const lasting = currentToasts().filter((entry) => entry.open && staysUntilClosed(entry))
  if (lasting.length === 0) return
  writeStored('sessionStorage', storageKey, JSON.stringify(lasting))
}

/** A page restored from the back-forward cache still shows its own toasts. */
function clearAfterReturn({ persisted }: PageTransitionEvent): void {
  if (persisted) removeStored('sessionStorage', storageKey)
}

/** Parses the stored toasts and leaves out invalid ones. */
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
