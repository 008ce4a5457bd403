import { createPacks, packPicture, totalKr, type Pack } from '#domain/packs.ts'
import { fromSite } from '#web/app/site.ts'
import { Price } from '#web/features/products/price.tsx'
import { formatDollars, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/labels.tsx'

interface PackGridProps {
  readonly packs: readonly ShownPack[]
  /** Whether a checkout is being opened for one of them. */
  readonly isCreating: boolean
  readonly onChoose: (pack: ShownPack) => void
}

export function PackGrid({ packs, isCreating, onChoose }: PackGridProps) {
  return (
    <ul
      aria-label={m.packs_list_label()}
      className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3"
    >
      {packs.map((pack) => (
        <li key={pack.amount}>
          <PackCard pack={pack} isCreating={isCreating} onChoose={() => onChoose(pack)} />
        </li>
      ))}
    </ul>
  )
}

interface PackCardProps {
  readonly pack: ShownPack
  readonly isCreating: boolean
  readonly onChoose: () => void
}

function PackCard({ pack, isCreating, onChoose }: PackCardProps) {
  const { amount, priceCents, image, isBestValue } = pack
  const price = formatDollars(priceCents)
  return (
    <article
      className={classNames(
        // On a phone the picture is beside the text, so that packs can be compared.
        'cut cut-size-20 flex h-full max-sm:items-stretch sm:flex-col',
        isBestValue && 'cut-line-crystal',
      )}
    >
      <div className="tile-picture relative max-sm:w-32 max-sm:shrink-0 max-sm:border-b-0">
        <img
          src={image}
          alt=""
          width={320}
          height={200}
          className="block w-full object-cover max-sm:h-full sm:h-auto"
          decoding="async"
        />
        {isBestValue && (
          <Badge tone="crystal" className="absolute top-3 left-3">
            {m.packs_best_value()}
          </Badge>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-4 sm:p-5">
        <h2 className="kr text-3xl">
          <span>{formatNumber(amount)}</span> <span className="text-xl text-crystal">Kr</span>
        </h2>
        <Bonus pack={pack} />
        {pack.sale && (
          <p className="mt-3 font-display text-2xl font-bold">
            <Price of={pack} format={formatDollars} />
          </p>
        )}
        <Button
          tone={isBestValue ? 'primary' : 'secondary'}
          disabled={isCreating}
          onClick={onChoose}
          aria-label={m.packs_buy_label({ amount: formatNumber(amount), price })}
          className="mt-5 w-full"
        >
          {isCreating ? m.packs_creating() : m.packs_buy({ price })}
        </Button>
      </div>
    </article>
  )
}

function Bonus({ pack: { amount, bonus } }: { readonly pack: ShownPack }) {
  if (bonus === 0) return <p className="mt-1 flex-1 text-muted">{m.packs_no_bonus()}</p>
  return (
    <p className="mt-1 flex-1 text-muted">
      <span className="font-semibold text-crystal">
        {m.packs_bonus({ bonus: formatNumber(bonus) })}
      </span>{' '}
      <span>{m.packs_total({ total: formatNumber(amount + bonus) })}</span>
    </p>
  )
}

export interface ShownPack extends Pack {
  /** The address of its picture. */
  readonly image: string
  /** Whether it has the most Kr per dollar. */
  readonly isBestValue: boolean
}

export const shownPacks = fromSite(({ packs: terms, sales }): readonly ShownPack[] => {
  const packs = createPacks(terms, sales)
  const best = Math.max(...packs.map(krPerCent))
  return packs.map((pack) => ({
    ...pack,
    image: packPicture(pack.amount),
    isBestValue: krPerCent(pack) === best,
  }))
})

function krPerCent(pack: Pack): number {
  return totalKr(pack) / pack.priceCents
}
