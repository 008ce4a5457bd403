import { useState } from 'react'
import type { AdminOrder } from '#contract/admin.ts'
import { adminApi } from '#web/admin/admin-api.ts'
import { failureText } from '#web/admin/admin-texts.ts'
import { itemTitle } from '#web/cart/product-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'

interface DonorListingButtonProps {
  readonly order: AdminOrder
  readonly onChange: (order: AdminOrder) => void
}

/** Takes a name that nobody should read off the donor ranking, or allows it again. One button, so that it keeps its focus. */
export function DonorListingButton({ order, onChange }: DonorListingButtonProps) {
  const [isPending, setIsPending] = useState(false)
  const isRevoked = order.donorListing === 'revoked'

  async function change() {
    setIsPending(true)
    try {
      onChange(await adminApi.changeDonorListing(order.id, !isRevoked))
    } catch (failure) {
      toast({
        title: m.admin_listing_failed(),
        description: failureText(failure),
        tone: 'destructive',
      })
    }
    setIsPending(false)
  }

  const isRanked = order.donorListing === 'listed' && order.status === 'settled'
  if (!isRanked && !isRevoked) return null
  const names = { item: itemTitle(order.item), buyer: order.discordUsername }
  return (
    <div className="mt-1 grid justify-items-start">
      {isRevoked && <p className="text-sm text-muted">{m.admin_unlisted()}</p>}
      <Button
        tone="quiet"
        pending={isPending}
        onClick={() => void change()}
        aria-label={isRevoked ? m.admin_relist_label(names) : m.admin_unlist_label(names)}
        className="-ml-5 max-w-none"
      >
        {isRevoked ? m.admin_relist() : m.admin_unlist()}
      </Button>
    </div>
  )
}
