import type { Offer } from '#domain/catalogue.ts'
import { cents } from '#domain/money.ts'
import { packKey, reducedCents } from '#domain/offers.ts'
import { createPacks } from '#domain/packs.ts'
import { site } from '#web/app/site.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import { formatCents, formatDollars, formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { typedProducts, typedValue, type TypedOffer } from './admin-offer-draft.ts'
import { productName } from './admin-offer-texts.ts'

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
      <p className="mt-2 text-sm text-muted">
        {typed.who === 'code' ? m.admin_offer_preview_code_note() : m.admin_offer_preview_note()}
      </p>
    </details>
  )
}

/** From the list price, as offers never add up; a code must beat the sales of today. */
function reducedPrices(typed: TypedOffer) {
  const value = typedValue(typed)
  if (value === null || value > (typed.kind === 'percent' ? 90 : Infinity)) return []
  const by = { kind: typed.kind, value, products: typedProducts(typed) }
  const isCode = typed.who === 'code'
  const offers = catalogue().offers.map((offer) => ({
    key: offer.key,
    name: offerName(offer),
    listPriceCents: offer.listPriceCents,
    beforeCents: isCode ? offer.priceCents : offer.listPriceCents,
    format: formatCents,
  }))
  const packs = createPacks(site().packs).map(({ priceId, amount, bonus, listPriceCents }) => ({
    key: packKey(priceId),
    name: m.admin_offer_pack({ amount: formatKr(amount + bonus) }),
    listPriceCents,
    beforeCents: listPriceCents,
    format: formatDollars,
  }))
  return [...offers, ...packs].flatMap(({ key, name, listPriceCents, beforeCents, format }) => {
    const after = reducedCents(key, listPriceCents, by)
    if (after >= beforeCents) return []
    return [{ key, name, before: format(beforeCents), after: format(cents(after)) }]
  })
}

function offerName({ product, tier, durationMonths }: Offer): string {
  const months = durationMonths === null ? null : m.duration_months({ count: durationMonths })
  return [productName(product.slug), tier, months].filter(Boolean).join(', ')
}
