import { useId, useRef, useState } from 'react'
import { durationsMonths, priorityQueue, type DurationMonths } from '../../../domain/catalogue.ts'
import { pricePerMonthCents, savingCents } from '../../../domain/price-comparison.ts'
import { addToCart } from '../../cart/cart-store.ts'
import { itemTitle } from '../../cart/product-text.ts'
import { useNavigate } from '../../components/use-navigate.ts'
import { formatCents } from '../../i18n/format.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { prefetchPage } from '../../navigation.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceCard, ChoiceGroup } from '../../ui/choice-card.tsx'

/** The choice of a duration and the way into the cart. */
export function PriorityQueueForm() {
  const [chosen, setChosen] = useState<DurationMonths | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  // The next drawing may come later than a second press.
  const isAdded = useRef(false)
  const navigate = useNavigate()

  function choose(value: string) {
    prefetchPage(paths.cart())
    setChosen(durationsMonths.find((months) => String(months) === value) ?? null)
  }

  function buy(months: DurationMonths) {
    if (isAdded.current) return
    isAdded.current = true
    setIsLeaving(true)
    const { name, type, priceCents } = priorityQueue
    addToCart({ name, type, price: priceCents[months] / 100, duration: months })
    toast({
      title: m.cart_added(),
      description: itemTitle({ name, duration: months }),
      tone: 'success',
    })
    navigate(paths.cart())
  }

  return (
    <div>
      <ChoiceGroup legend={m.priority_queue_choose()}>
        {durationsMonths.map((months) => (
          <DurationCard
            key={months}
            months={months}
            checked={months === chosen}
            onChoose={choose}
          />
        ))}
      </ChoiceGroup>
      <p className="mt-4 text-sm text-muted">{m.priority_queue_saving_note()}</p>
      <BuyBar chosen={chosen} isLeaving={isLeaving} onBuy={buy} />
    </div>
  )
}

interface DurationCardProps {
  readonly months: DurationMonths
  readonly checked: boolean
  readonly onChoose: (value: string) => void
}

function DurationCard({ months, checked, onChoose }: DurationCardProps) {
  const saving = savingCents(priorityQueue, months)
  return (
    <ChoiceCard
      name="duration"
      value={String(months)}
      checked={checked}
      onChoose={onChoose}
      title={m.duration_months({ count: months })}
      detail={formatCents(priorityQueue.priceCents[months])}
      {...(months > 1 && {
        note: m.priority_queue_per_month({
          price: formatCents(pricePerMonthCents(priorityQueue, months)),
        }),
      })}
      {...(saving > 0 && {
        badge: (
          <Badge tone="crystal">{m.priority_queue_saving({ amount: formatCents(saving) })}</Badge>
        ),
      })}
    />
  )
}

interface BuyBarProps {
  readonly chosen: DurationMonths | null
  /** The choice is in the cart, and the cart's page is on its way. */
  readonly isLeaving: boolean
  readonly onBuy: (months: DurationMonths) => void
}

function BuyBar({ chosen, isLeaving, onBuy }: BuyBarProps) {
  const statusId = useId()
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 flex items-center justify-between gap-4 border-t border-line bg-ground px-4 py-3 sm:static sm:mx-0 sm:border-t-0 sm:bg-transparent sm:px-0">
      <p id={statusId} aria-live="polite" className="min-w-0">
        {chosen === null ? (
          <span className="text-muted">{m.priority_queue_choose_first()}</span>
        ) : (
          <>
            <span className="block text-sm text-muted">{m.priority_queue_chosen()}</span>
            <span className="font-display text-xl font-bold">
              {m.duration_months({ count: chosen })} ·{' '}
              {formatCents(priorityQueue.priceCents[chosen])}
            </span>
          </>
        )}
      </p>
      <Button
        size="large"
        className="max-sm:px-5 max-sm:text-base"
        disabled={chosen === null}
        pending={isLeaving}
        aria-describedby={statusId}
        onClick={() => chosen !== null && onBuy(chosen)}
      >
        {m.priority_queue_buy()}
      </Button>
    </div>
  )
}
