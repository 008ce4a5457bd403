import { useState } from 'react'
import type { AdminOrder } from '#contract/admin.ts'
import { adminApi } from '#web/admin/admin-api.ts'
import { failureText } from '#web/admin/admin-texts.ts'
import { Icon } from '#web/art/icon.tsx'
import { itemTitle } from '#web/cart/product-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment } from './order-parts.tsx'

interface DeliveryButtonProps {
  readonly order: AdminOrder
  readonly onChange: (order: AdminOrder) => void
}

/** Says that a paid order is handed over in the game, or takes that back. One button, so that it keeps its focus. */
export function DeliveryButton({ order, onChange }: DeliveryButtonProps) {
  const [isPending, setIsPending] = useState(false)
  const isDelivered = order.deliveredAt !== null

  async function change() {
    setIsPending(true)
    try {
      onChange(await adminApi.changeDelivery(order.id, !isDelivered))
    } catch (failure) {
      toast({
        title: m.admin_delivery_failed(),
        description: failureText(failure),
        tone: 'destructive',
      })
    }
    setIsPending(false)
  }

  if (order.status !== 'settled' && !isDelivered) return null
  const names = { item: itemTitle(order.item), buyer: order.discordUsername }
  return (
    <div className="grid justify-items-start gap-1">
      {order.deliveredAt !== null && (
        <p className="flex items-center gap-1.5 text-sm">
          <Icon name="check" className="size-4.5 text-crystal" />
          <span>
            {m.admin_delivered()} <Moment iso={order.deliveredAt} />
          </span>
        </p>
      )}
      <Button
        tone={isDelivered ? 'quiet' : 'secondary'}
        pending={isPending}
        onClick={() => void change()}
        aria-label={isDelivered ? m.admin_deliver_undo_label(names) : m.admin_deliver_label(names)}
        className={isDelivered ? '-ml-5' : ''}
      >
        {isDelivered ? m.admin_deliver_undo() : m.admin_deliver()}
      </Button>
    </div>
  )
}
