import { m } from './i18n/paraglide/messages.js'
import { toast } from './toasts.ts'

/**
 * Whether a document can be asked for. Without a network the visitor is told why not: the browser's
 * own error page would take this page away, and the cart with it.
 */
export function canLoadDocument(): boolean {
  if (navigator.onLine) return true
  toast({ title: m.offline_link_title(), description: m.offline_link_text() })
  return false
}
