import type { Price, SessionLine } from './state.ts'
import type { Json } from './views.ts'

export function presentLine({ id, price, quantity }: SessionLine): Json {
  const amount = price.unitAmountCents * quantity
  return {
    id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.name,
    metadata: {},
    price: presentPrice(price),
    quantity,
  }
}

function presentPrice(price: Price): Json {
  return {
    id: price.id,
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: price.productId,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: price.unitAmountCents,
    unit_amount_decimal: String(price.unitAmountCents),
  }
}
