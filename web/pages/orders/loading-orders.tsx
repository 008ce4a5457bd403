import { m } from '#web/i18n/paraglide/messages.js'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What stands here until the server has answered. */
export function LoadingOrders() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <p aria-live="polite" className="sr-only">
        {m.orders_loading()}
      </p>
      <div className="grid gap-5">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
      <Skeleton className="h-48" />
    </div>
  )
}
