import { useId, useState, type ReactNode } from 'react'
import type { ShopItemView } from '#contract/shop-items.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { ShopItems } from '#web/shop/use-shop-items.ts'
import type { SkinPurchase } from '#web/shop/use-skin-purchase.ts'
import { BoughtPanel } from './bought-panel.tsx'
import { ItemCard } from './item-card.tsx'
import { UnansweredNotice } from './unanswered-notice.tsx'

export const gridColumns =
  'grid grid-cols-[minmax(0,1fr)] gap-4 min-[24rem]:grid-cols-2 sm:gap-5 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5'
/** About what the first view shows. */
const firstViewCount = 5

interface ItemGridProps {
  readonly items: ShopItems
  readonly purchase: SkinPurchase
}

/** What is on sale. How a purchase went stands below its item, or on top once that is gone. */
export function ItemGrid({ items, purchase }: ItemGridProps) {
  const shown = useSteady(items, purchase.hold.phase === 'holding')
  const hintId = useId()
  const isShown = (itemId: string): boolean => shown.some(({ id }) => id === itemId)
  const { bought, unanswered } = purchase
  const goneIds = new Set(
    [...unanswered, ...(bought ? [bought.attempt] : [])]
      .map(({ itemId }) => itemId)
      .filter((itemId) => !isShown(itemId)),
  )
  if (shown.length + goneIds.size === 0) return null
  return (
    <>
      <p id={hintId} className="sr-only">
        {m.shop_hold_hint()}
      </p>
      <ul aria-label={m.shop_items_label()} className={`${gridColumns} grid-flow-dense`}>
        {[...goneIds].map((itemId) => (
          <Outcomes key={itemId} itemId={itemId} purchase={purchase} />
        ))}
        {shown.flatMap((item, index) => [
          <li key={item.id}>
            <ItemCard
              item={item}
              purchase={purchase}
              hintId={hintId}
              isLow={index >= firstViewCount}
            />
          </li>,
          <Outcomes key={`${item.id} outcomes`} itemId={item.id} item={item} purchase={purchase} />,
        ])}
      </ul>
    </>
  )
}

interface OutcomesProps {
  readonly itemId: string
  readonly item?: ShopItemView
  readonly purchase: SkinPurchase
}

function Outcomes({ itemId, item, purchase }: OutcomesProps): ReactNode {
  const { bought, unanswered } = purchase
  const open = unanswered.filter((attempt) => attempt.itemId === itemId)
  const isBought = bought?.attempt.itemId === itemId
  if (open.length === 0 && !isBought) return null
  return (
    <li className="col-span-full grid gap-4">
      {open.map((attempt) => (
        <UnansweredNotice
          key={attempt.key}
          attempt={attempt}
          isNew={purchase.lastAttempt?.key === attempt.key}
          isAsking={purchase.isAskingAgain}
          onAskAgain={() => purchase.askAgain(attempt)}
        />
      ))}
      {isBought && (
        <BoughtPanel key={bought.attempt.key} bought={bought} imageUrl={item?.image_url ?? null} />
      )}
    </li>
  )
}

/** The items as they were for as long as a button is held: it must not move away from under the hand. */
function useSteady(items: ShopItems, isHeld: boolean): ShopItems {
  const [shown, setShown] = useState(items)
  if (isHeld || shown === items) return shown
  setShown(items)
  return items
}
