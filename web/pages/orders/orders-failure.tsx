import { useOnline } from '../../components/use-online.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface OrdersFailureProps {
  readonly isAsking: boolean
  readonly onRetry: () => Promise<void>
}

/** The orders could not be asked for. Without a network they come by themselves once it is back. */
export function OrdersFailure({ isAsking, onRetry }: OrdersFailureProps) {
  const isOnline = useOnline()
  return (
    <Notice
      live
      tone={isOnline ? 'error' : 'warning'}
      title={m.orders_failed_title()}
      action={
        <Button tone="secondary" pending={isAsking} onClick={() => void onRetry()}>
          {m.checkout_retry()}
        </Button>
      }
    >
      {isOnline ? m.orders_failed_text() : m.orders_failed_offline()}
    </Notice>
  )
}
