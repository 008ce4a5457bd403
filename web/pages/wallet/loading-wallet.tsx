import { m } from '#web/i18n/paraglide/messages.js'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What stands here until it is known whose wallet it is, and until the server has answered. */
export function LoadingWallet() {
  return (
    <div className="grid gap-8">
      <p aria-live="polite" className="sr-only">
        {m.wallet_loading()}
      </p>
      <Skeleton className="h-40" />
      <Skeleton className="h-72" />
    </div>
  )
}
