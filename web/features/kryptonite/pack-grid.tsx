import type { PackView } from '#contract/kryptonite.ts'
import { cents, type Cents } from '#domain/money.ts'
import { packPicture } from '#domain/packs.ts'
import { site } from '#web/app/site.ts'
import { formatDollars, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/labels.tsx'

interface PackGridProps {
  readonly packs: readonly ShownPack[]
  readonly isLoading: boolean
  /** Whether a checkout is being opened for one of them. */
  readonly isCreating: boolean
  readonly onChoose: (pack: ShownPack) => void
}

/** All packs, from the smallest to the largest. */
export function PackGrid({ packs, isLoading, isCreating, onChoose }: PackGridProps) {
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {isLoading && m.packs_loading()}
      </p>
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
    </>
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
        <Button
          tone={isBestValue ? 'primary' : 'secondary'}
          disabled={pack.offer === null || isCreating}
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

/** A pack as the page shows it. It can be bought once its price id is known. */
export interface ShownPack extends Omit<PackView, 'priceId'> {
  readonly priceCents: Cents
  /** Whether it has the most Kr per dollar. */
  readonly isBestValue: boolean
  /** Null until the server has answered. */
  readonly offer: PackView | null
}

/** The packs that the server sells; until it has answered, those in the site's own list. */
export function shownPacks(sold: readonly PackView[] | null): readonly ShownPack[] {
  const packs = sold?.map((offer) => ({ ...offer, offer })) ?? packsOfSite()
  const best = Math.max(...packs.map(krPerCent))
  return packs.map(({ amount, bonus, priceCents, image, offer }) => ({
    amount,
    bonus,
    priceCents: cents(priceCents),
    image,
    isBestValue: krPerCent({ amount, bonus, priceCents }) === best,
    offer,
  }))
}

function packsOfSite() {
  return site().packs.map(({ amount, bonus, priceDollars }) => ({
    amount,
    bonus,
    priceCents: Math.round(priceDollars * 100),
    image: packPicture(amount),
    offer: null,
  }))
}

function krPerCent({ amount, bonus, priceCents }: Omit<PackView, 'priceId' | 'image'>): number {
  return (amount + bonus) / priceCents
}
