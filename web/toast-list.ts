export type ToastTone = 'default' | 'success' | 'destructive'

export interface ToastContent {
  readonly title: string
  readonly description?: string
  readonly tone?: ToastTone
  /**
   * How long it stays, in milliseconds, for texts that take time to read. Null: until someone closes
   * it, in this tab's next documents too.
   */
  readonly durationMs?: number | null
  /** Links below the text. */
  readonly actions?: readonly ToastAction[]
}

export interface ToastAction {
  readonly label: string
  readonly href: string
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
const drawnAtOnce = 3

/** Adds a toast as the newest. Beyond the limit the oldest is dropped, one that goes by itself first. */
export function addToast(list: ToastList, toast: Toast): ToastList {
  const added = [...list, toast]
  if (added.length <= keptToasts) return added
  const dropped = added.find((entry) => !isLasting(entry)) ?? added[0]
  return added.filter((entry) => entry !== dropped)
}

export function dismissToast(list: ToastList, id: number): ToastList {
  return list.map((toast) => (toast.id === id ? { ...toast, open: false } : toast))
}

export function removeToast(list: ToastList, id: number): ToastList {
  return list.filter((toast) => toast.id !== id)
}

/** Whether it stays until someone closes it. */
export function isLasting({ durationMs }: ToastContent): boolean {
  return durationMs === null
}

/** Those to draw, so that they do not cover the page: three at most, lasting ones and the newest. */
export function drawnToasts(list: ToastList): ToastList {
  const open = list.filter((toast) => toast.open)
  const byWeight = [...open.filter((toast) => !isLasting(toast)), ...open.filter(isLasting)]
  const drawn = new Set(byWeight.slice(-drawnAtOnce))
  return list.filter((toast) => !toast.open || drawn.has(toast))
}
