export type ToastTone = 'default' | 'success' | 'destructive'

export interface ToastContent {
  readonly title: string
  readonly description?: string
  readonly tone?: ToastTone
  /** How long it stays, in milliseconds, for texts that take time to read. */
  readonly durationMs?: number
}

export interface Toast extends ToastContent {
  readonly id: number
  /** False once dismissed: it fades out and is removed a little later. */
  readonly open: boolean
}

export type ToastList = readonly Toast[]

export const keptToasts = 20
export const displayMs = 4000
export const removeAfterDismissalMs = 3000

/** Adds a toast as the newest; the oldest beyond the limit is dropped. */
export function addToast(list: ToastList, toast: Toast): ToastList {
  return [...list, toast].slice(-keptToasts)
}

export function dismissToast(list: ToastList, id: number): ToastList {
  return list.map((toast) => (toast.id === id ? { ...toast, open: false } : toast))
}

export function removeToast(list: ToastList, id: number): ToastList {
  return list.filter((toast) => toast.id !== id)
}
