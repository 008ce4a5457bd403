import { useState } from 'react'
import type { AdminSkinPurchase } from '#contract/admin-kryptonite.ts'
import { failureText } from '#web/admin/admin-texts.ts'
import { krApi } from '#web/admin/kr-api.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/pages/admin/orders/order-parts.tsx'

interface HandOverButtonProps {
  readonly purchase: AdminSkinPurchase
  readonly onChange: (purchase: AdminSkinPurchase) => void
}

/** Says that a sold skin is handed over in the game, or takes that back. One button, so that it keeps its focus. */
export function HandOverButton({ purchase, onChange }: HandOverButtonProps) {
  const [isPending, setIsPending] = useState(false)
  const { id, itemName, discordUsername, deliveredAt } = purchase
  const isDelivered = deliveredAt !== null

  async function change() {
    setIsPending(true)
    try {
      onChange(await krApi.changeSkinDelivery(id, !isDelivered))
    } catch (failure) {
      toast({
        title: m.admin_delivery_failed(),
        description: failureText(failure),
        tone: 'destructive',
      })
    }
    setIsPending(false)
  }

  const names = { item: itemName, buyer: discordUsername }
  return (
    <div className="grid justify-items-start gap-1">
      {deliveredAt !== null && (
        <p className="flex items-center gap-1.5 text-sm">
          <Icon name="check" className="size-4.5 text-crystal" />
          <span>
            {m.admin_kr_skins_handed_over()} <Moment iso={deliveredAt} />
          </span>
        </p>
      )}
      <Button
        tone={isDelivered ? 'quiet' : 'secondary'}
        pending={isPending}
        onClick={() => void change()}
        aria-label={
          isDelivered ? m.admin_kr_skins_undo_label(names) : m.admin_kr_skins_hand_over_label(names)
        }
        className={isDelivered ? '-ml-5' : ''}
      >
        {isDelivered ? m.admin_kr_skins_undo() : m.admin_kr_skins_hand_over()}
      </Button>
    </div>
  )
}
