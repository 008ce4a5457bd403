import { expect, test } from 'vitest'
import { priceList } from '#site/prices.ts'
import { products } from '#site/products.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { entryFrom, offersFrom, typedFrom, type TypedProduct } from './admin-product-draft.ts'
import { entryFaults, refusedFields } from './admin-product-faults.ts'
import { entryOf, isSame, type ProductEntry } from './admin-shop-sections.ts'

const id = '00112233-4455-6677-8899-aabbccddeeff'
const texts = {
  fr: {
    'priority-queue': {
      label: 'Sans attente',
      lead: 'Entrez.',
      tile: 'Vite.',
      points: ['Une place.', 'La vôtre.'],
      details: { label: 'Qui ?', hint: 'Le nom.' },
    },
  },
}
const shop = { products, prices: priceList, texts }

/** A badge for 12 € a month, as its owner types it. */
function typedBadge(changes: Partial<TypedProduct> = {}): TypedProduct {
  const empty = typedFrom(null)
  const french = {
    ...empty.texts.fr,
    lead: ' Un badge. ',
    tile: 'Un badge.',
    points: 'Brille.\n\n',
  }
  return {
    ...empty,
    name: ' Badge doré ',
    slug: 'badge-dore',
    offers: { ...empty.offers, 1: { price: '12,00 €', isOn: true, button: '' } },
    texts: { ...empty.texts, fr: french },
    ...changes,
  }
}

function faultsOf(typed: TypedProduct, base: ProductEntry | null = null) {
  return entryFaults(entryFrom(typed, base, id), offersFrom(typed, base))
}

test('every product is the same after its form was opened and saved', () => {
  for (const { slug } of shop.products) {
    const entry = entryOf(shop, slug)
    for (const idOfForm of [id, null]) {
      const again = entryFrom(typedFrom(entry), entry, idOfForm)
      expect([slug, isSame(again.prices, entry?.prices)]).toEqual([slug, true])
      expect(isSame(again.products, entry?.products)).toBe(true)
    }
  }
  const queue = entryOf(shop, 'priority-queue')
  expect(isSame(entryFrom(typedFrom(queue), queue, id), queue)).toBe(true)
})

test('a badge for 12 € a month has prices for what is not sold too, and a name in French', () => {
  const entry = entryFrom(typedBadge(), null, id)
  expect(entry.products).toEqual([{ kind: 'timed', slug: 'badge-dore', name: 'Badge doré' }])
  expect(entry.prices['badge-dore/1']).toEqual({
    priceEuros: 12,
    hostedButtonId: 'SAMPLE001122334455667788991',
  })
  expect(entry.prices['badge-dore/12']).toMatchObject({ priceEuros: 144, hidden: true })
  expect(Object.keys(entry.prices)).toHaveLength(6)
  expect(entry.texts).toEqual({
    fr: {
      'badge-dore': {
        label: 'Badge doré',
        lead: 'Un badge.',
        tile: 'Un badge.',
        points: ['Brille.'],
      },
    },
  })
  expect(faultsOf(typedBadge())).toEqual({})
  const hosted = entryFrom(typedBadge(), null, null)
  expect(hosted.prices['badge-dore/1']?.hostedButtonId).toBeNull()
})

test('what is bought once has one price', () => {
  const typed = typedBadge({ kind: 'extra' })
  const offers = { ...typed.offers, '': { price: '3.5', isOn: true, button: '' } }
  const entry = entryFrom({ ...typed, offers }, null, id)
  expect(entry.prices).toMatchObject({ 'badge-dore': { priceEuros: 3.5 } })
  expect(Object.keys(entry.prices)).toEqual(['badge-dore'])
  expect(faultsOf({ ...typed, offers })).toEqual({})
})

test('what is missing or wrong stands at its field, once', () => {
  const empty = typedFrom(null)
  expect(Object.keys(faultsOf({ ...empty, slots: '2,5' })).toSorted()).toEqual([
    'name',
    'price/1',
    'slots',
    'slug',
    'text/fr/label',
    'text/fr/lead',
    'text/fr/points',
    'text/fr/tile',
  ])
  const offers = { ...empty.offers, 1: { price: '12', isOn: false, button: '' } }
  const half = { ...typedBadge().texts, ru: { ...empty.texts.ru, detailsLabel: 'Кто?' } }
  expect(faultsOf(typedBadge({ offers, texts: half }))).toMatchObject({
    'price/1': m.admin_product_fault({ fault: 'nothing_sold' }),
    'text/ru/lead': m.admin_product_fault({ fault: 'text_missing' }),
    'text/ru/detailsHint': m.admin_product_fault({ fault: 'text_missing' }),
  })
  expect(faultsOf(typedBadge({ isShown: false, offers: empty.offers }))).toEqual({})
})

test.each(['timed', 'extra'] as const)('prices stay with a slash in the address: %s', (kind) => {
  const ids = (slug: string) =>
    offersFrom(typedBadge({ kind, slug }), null).map(({ id: one }) => one)
  expect(ids('badge-dore')).not.toEqual([])
  expect(ids('/donation/badge-dore')).toEqual(ids('badge-dore'))
})

test('what the server refuses stands at its field', () => {
  const at = (path: string, code: string) => ({ path: `sections.${path}`, code, message: '' })
  const errors = [
    at('products.value.products.11.slug', 'repeated'),
    at('prices.value.badge-dore/3.hostedButtonId', 'button_keeps_price'),
    at('prices.value.badge-dore/5', 'price_missing'),
    at('productTexts.value.es.badge-dore.points.0', 'too_big'),
    at('products.value', 'breaks_text'),
  ]
  expect(refusedFields({ errors }, offersFrom(typedBadge(), null))).toEqual({
    slug: m.admin_product_fault({ fault: 'slug_taken' }),
    'button/3': m.admin_product_fault({ fault: 'button_keeps_price' }),
    'price/5': m.admin_product_fault({ fault: 'price' }),
    'text/es/points': m.admin_product_fault({ fault: 'text' }),
  })
})
