import { LoadFailure } from '#web/components/load-failure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'

interface OrdersFailureProps {
  readonly isAsking: boolean
  readonly onRetry: () => Promise<void>
}

/** The orders could not be asked for. */
export function OrdersFailure({ isAsking, onRetry }: OrdersFailureProps) {
  return (
    <LoadFailure
      title={m.orders_failed_title()}
      text={m.orders_failed_text()}
      offlineText={m.orders_failed_offline()}
      isAsking={isAsking}
      onRetry={onRetry}
    />
  )
}
