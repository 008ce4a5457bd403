import type { AdminOrder } from '#contract/admin.ts'
import { itemTitle } from '#web/cart/product-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { AccountText } from '#web/pages/admin/account-text.tsx'
import { Moment, OrderItemText, PriceText } from '#web/pages/admin/orders/order-parts.tsx'

interface CandidatesProps {
  readonly candidates: readonly AdminOrder[]
  readonly onChoose: (order: AdminOrder) => void
}

/** The orders that this payment may be for. */
export function Candidates({ candidates, onChoose }: CandidatesProps) {
  if (candidates.length === 0) return <p className="text-muted">{m.admin_candidates_none()}</p>
  return (
    <>
      <p className="mb-3 text-sm text-muted">{m.admin_candidates_text()}</p>
      <ul className="grid gap-3">
        {candidates.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border border-line bg-ground p-4"
          >
            <div className="min-w-0">
              <OrderItemText order={order} />
              <div className="mt-1">
                <AccountText {...order} />
              </div>
              <p className="text-sm text-muted">
                {m.admin_column_opened()} <Moment iso={order.openedAt} />
              </p>
            </div>
            <div className="ml-auto flex flex-wrap items-center justify-end gap-4">
              <PriceText order={order} />
              <Button
                tone="secondary"
                aria-label={m.admin_assign_label({
                  item: itemTitle(order.item),
                  buyer: order.discordUsername,
                })}
                onClick={() => onChoose(order)}
              >
                {m.admin_assign()}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
