import { useEffect, type ReactNode } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { onReturn } from '#web/on-return.ts'
import { listenToEvents } from '#web/realtime.ts'
import { loadSession } from '#web/session.ts'
import { toast } from '#web/toasts.ts'
import { BalanceAnnouncement } from './balance-badge.tsx'
import { Footer } from './footer.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { Toaster } from './toaster.tsx'

/** What surrounds every page. It stays while pages change. */
export function Frame({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    // Without an answer the bar goes on offering the sign-in, which is right for a visitor.
    const load = (): void => void loadSession().catch(() => undefined)
    load()
    // He may have signed out, or in as somebody else, in another tab.
    const stopLooking = onReturn(load)
    const stopListening = listenToEvents(announcePurchase)
    return () => {
      stopLooking()
      stopListening()
    }
  }, [])

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 bg-crystal font-display font-semibold text-crystal-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-3"
      >
        {m.nav_skip()}
      </a>
      <NavigationBar />
      <BalanceAnnouncement />
      <OfflineBanner />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <Footer />
      <Toaster />
    </div>
  )
}

function announcePurchase(): void {
  toast({ title: m.toast_purchase_title(), description: m.toast_purchase_text(), tone: 'success' })
}
