import { cents } from '#domain/money.ts'
import { packKey, reducedCents } from '#domain/offers.ts'
import { createPacks } from '#domain/packs.ts'
import { site } from '#web/app/site.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import { itemTitle } from '#web/features/products/product-text.ts'
import { formatCents, formatDollars, formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { typedProducts, typedValue, type TypedOffer } from './admin-offer-draft.ts'

/** What the offer makes of each price, before it is made. Nothing of gifts, and without a value. */
export function OfferPreview({ typed }: { readonly typed: TypedOffer }) {
  const rows = reducedPrices(typed)
  if (rows.length === 0) return null
  return (
    <details>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center underline underline-offset-4">
        {m.admin_offer_preview({ count: rows.length })}
      </summary>
      <div className="overflow-x-auto">
        <table className="w-full max-w-xl text-left text-sm">
          <thead className="text-muted">
            <tr>
              <th className="py-1 pr-4 font-normal">{m.admin_offer_preview_what()}</th>
              <th className="py-1 pr-4 font-normal">{m.admin_offer_preview_before()}</th>
              <th className="py-1 font-normal">{m.admin_offer_preview_after()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, before, after }) => (
              <tr key={key} className="border-t border-line">
                <td className="py-1.5 pr-4">{name}</td>
                <td className="py-1.5 pr-4 tabular-nums">{before}</td>
                <td className="py-1.5 font-semibold tabular-nums">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-2 text-sm text-muted">{m.admin_offer_preview_note()}</p>
    </details>
  )
}

/** From the list price: offers never add up. */
function reducedPrices(typed: TypedOffer) {
  const value = typedValue(typed)
  if (value === null || value > (typed.kind === 'percent' ? 90 : Infinity)) return []
  const by = { kind: typed.kind, value, products: typedProducts(typed) }
  const offers = catalogue().offers.map(({ key, name, durationMonths, listPriceCents }) => ({
    key,
    name: itemTitle({ name, ...(durationMonths !== null && { duration: durationMonths }) }),
    listPriceCents,
    format: formatCents,
  }))
  const packs = createPacks(site().packs).map(({ priceId, amount, bonus, listPriceCents }) => ({
    key: packKey(priceId),
    name: m.admin_offer_pack({ amount: formatKr(amount + bonus) }),
    listPriceCents,
    format: formatDollars,
  }))
  return [...offers, ...packs].flatMap(({ key, name, listPriceCents, format }) => {
    const after = reducedCents(key, listPriceCents, by)
    if (after === listPriceCents) return []
    return [{ key, name, before: format(listPriceCents), after: format(cents(after)) }]
  })
}
