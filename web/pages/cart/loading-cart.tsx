import { m } from '#web/i18n/paraglide/messages.js'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What stands here until this device's storage is known, which a prerendered page never knows. */
export function LoadingCart() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <p aria-live="polite" className="sr-only">
        {m.cart_loading()}
      </p>
      <Skeleton className="h-32" />
      <Skeleton className="h-56" />
    </div>
  )
}
