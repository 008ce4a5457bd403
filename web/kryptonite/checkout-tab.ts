import { getLocale } from '#web/i18n/runtime.ts'

/** A tab that waits for the address of the payment page. */
export interface CheckoutTab {
  /** Shows the payment page; false when the visitor has closed the tab meanwhile. */
  readonly show: (url: string) => boolean
  readonly close: () => void
}

/**
 * Opens the tab, to be called at once when a button is pressed: later, after an answer, browsers take
 * it for an advertisement. Null when the browser refuses all the same.
 */
export function openCheckoutTab(waitingText: string): CheckoutTab | null {
  const tab = window.open('about:blank', '_blank')
  if (tab === null || tab.closed) return null
  showWaiting(tab.document, waitingText)
  return {
    show: (url) => {
      if (tab.closed) return false
      // Stripe's page has no business with this one.
      tab.opener = null
      tab.location.replace(url)
      return true
    },
    close: () => tab.close(),
  }
}

function showWaiting(page: Document, text: string): void {
  page.documentElement.lang = getLocale()
  page.title = text
  page.body.textContent = text
  Object.assign(page.body.style, {
    margin: '0',
    display: 'grid',
    placeItems: 'center',
    minHeight: '100vh',
    background: '#060a08',
    color: '#e8f2eb',
    font: '1.125rem system-ui, sans-serif',
  })
}
