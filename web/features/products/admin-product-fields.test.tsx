import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { m } from '#web/i18n/paraglide/messages.js'
import { offersFrom, typedFrom } from './admin-product-draft.ts'
import { PriceFields } from './admin-product-fields.tsx'
import { offerName } from './admin-shop-words.ts'

test('a field that is refused is shown, also of a duration that is not sold', () => {
  const typed = { ...typedFrom(null), slug: 'badge' }
  const offers = offersFrom(typed, null)
  const offer = offers.find(({ typed: { isOn } }) => !isOn)
  if (!offer) throw new Error('all are sold')
  const render = (errors: Readonly<Record<string, string>>) =>
    renderToStaticMarkup(
      <PriceFields offers={offers} isHosted errors={errors} isLocked={false} onChange={() => {}} />,
    )
  const label = m.admin_product_button({ offer: offerName(offer) })
  expect(render({})).not.toContain(label)
  const refused = render({ [`button/${offer.id}`]: 'Not an id.' })
  expect(refused).toContain(label)
  expect(refused).toContain('Not an id.')
})
