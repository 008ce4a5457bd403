import { useSyncExternalStore } from 'react'
import { createListeners } from './subscriptions.ts'

const none: ToastList = []
let current: ToastList = none
let lastId = 0
let paused = false
const dismissals = new Map<number, ReturnType<typeof setTimeout>>()
const { notify, subscribe } = createListeners()

/**
 * Shows a short message, by default for 4 seconds. It replaces an open one that says the same, or is
 * of the same topic.
 */
export function toast(content: ToastContent): void {
  lastId += 1
  const added: Toast = { ...content, id: lastId, open: true }
  update(addToast(current, added))
  if (!paused) dismissLater(added)
}

/** Shows that something failed, and why or what to do. */
export function toastFailure(title: string, description: string, topic?: string): void {
  toast({ title, description, topic, tone: 'destructive' })
}

/** Removes the toasts of a topic, when what they say has changed or is tried again. */
export function endTopic(topic: string): void {
  endToasts(current.filter((entry) => entry.topic === topic))
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

/** Removes the toasts of a page that the visitor leaves. */
export function endToasts(toasts: ToastList): void {
  for (const { id } of toasts) dismiss(id)
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
  /** What it is about: nothing older about the same stays beside it. */
  readonly topic?: string | undefined
  /** How long it stays, in milliseconds, for texts that take time to read. */
  readonly durationMs?: number
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
 * Adds a toast as the newest, in place of open ones that say the same or are of the same topic: as a
 * new element it is announced again. Beyond the limit it drops the oldest.
 */
export function addToast(list: ToastList, added: Toast): ToastList {
  const isReplaced = (entry: Toast): boolean =>
    textOf(entry) === textOf(added) || (entry.topic !== undefined && entry.topic === added.topic)
  const others = list.filter((entry) => !entry.open || !isReplaced(entry))
  return [...others, added].slice(-maxToasts)
}

export function dismissToast(list: ToastList, id: number): ToastList {
  return list.map((entry) => (entry.id === id ? { ...entry, open: false } : entry))
}

export function removeToast(list: ToastList, id: number): ToastList {
  return list.filter((entry) => entry.id !== id)
}

/** All that the visitor reads or can press. */
function textOf({ title, description, actions }: ToastContent): string {
  return JSON.stringify([title, description, actions])
}

/** The toasts to show: the newest three, so that they do not cover the page. */
export function drawnToasts(list: ToastList): ToastList {
  const drawn = new Set(list.filter((entry) => entry.open).slice(-drawnAtOnce))
  return list.filter((entry) => !entry.open || drawn.has(entry))
}
