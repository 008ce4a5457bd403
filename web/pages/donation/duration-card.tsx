import type { Offer } from '#domain/catalogue.ts'
import { pricePerMonthCents, savingCents, type TimedPrice } from '#domain/price-comparison.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/badge.tsx'
import { ChoiceCard } from '#web/ui/choice-card.tsx'

export interface TimedOffer extends Offer, TimedPrice {
  readonly durationMonths: TimedPrice['durationMonths']
}

export function isTimed(offer: Offer): offer is TimedOffer {
  return offer.durationMonths !== null
}

interface DurationCardProps {
  readonly offer: TimedOffer
  /** What the saving is measured by. */
  readonly singleMonth: TimedOffer
  readonly checked: boolean
  readonly onChoose: (value: string) => void
}

/** One duration with its price, the price of a month in it, and what it saves. */
export function DurationCard({ offer, singleMonth, checked, onChoose }: DurationCardProps) {
  const saving = savingCents(offer, singleMonth.priceCents)
  return (
    <ChoiceCard
      name="duration"
      value={offer.key}
      checked={checked}
      onChoose={onChoose}
      title={m.duration_months({ count: offer.durationMonths })}
      detail={formatCents(offer.priceCents)}
      {...(offer.durationMonths > 1 && {
        note: m.duration_per_month({ price: formatCents(pricePerMonthCents(offer)) }),
      })}
      {...(saving > 0 && {
        badge: <Badge tone="crystal">{m.duration_saving({ amount: formatCents(saving) })}</Badge>,
      })}
    />
  )
}
