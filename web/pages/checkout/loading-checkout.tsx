import { m } from '#web/i18n/paraglide/messages.js'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What stands here until this device's cart is known. */
export function LoadingCheckout() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <p aria-live="polite" className="sr-only">
        {m.checkout_loading()}
      </p>
      <div className="grid gap-8">
        <Skeleton className="h-72" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
