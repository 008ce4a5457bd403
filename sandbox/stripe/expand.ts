import type { FakeStripe } from './fake-stripe.ts'
import { done, refused, type Outcome } from './errors.ts'
import { presentRefund } from './refund-and-dispute-views.ts'
import { present, type ObjectKind } from './present.ts'
import { presentLine } from './price-view.ts'
import { presentList, type Json } from './views.ts'

const deepest = 4

/** Properties that hold an id, and the kind of its object. */
const expandable: ReadonlyMap<string, ObjectKind> = new Map([
  ['payment_intent', 'payment_intent'],
  ['latest_charge', 'charge'],
  ['charge', 'charge'],
])

/** Replaces ids by their objects, https://docs.stripe.com/api/expanding_objects */
export function expandAll(fake: FakeStripe, object: Json, paths: readonly string[]): Outcome<Json> {
  let expanded = object
  for (const path of paths) {
    const names = path.split('.')
    const result = names.length > deepest ? null : expand(fake, expanded, names)
    if (result === null) return refused(`This property cannot be expanded (${path}).`)
    expanded = result
  }
  return done(expanded)
}

/** Null when nothing of that name can be expanded. */
function expand(fake: FakeStripe, object: Json, [name, ...rest]: readonly string[]): Json | null {
  if (name === undefined) return object
  if (object['object'] === 'list' && name === 'data') return expandItems(fake, object, rest)
  const kind = expandable.get(name)
  if (kind !== undefined && object[name] === null) return object
  const child = findChild(fake, object, name, kind)
  const expanded = child === null ? null : expand(fake, child, rest)
  return expanded === null ? null : { ...object, [name]: expanded }
}

function expandItems(fake: FakeStripe, list: Json, rest: readonly string[]): Json | null {
  const items: Json[] = []
  for (const item of Array.isArray(list['data']) ? list['data'] : []) {
    const expanded = isJson(item) ? expand(fake, item, rest) : null
    if (expanded === null) return null
    items.push(expanded)
  }
  return { ...list, data: items }
}

function findChild(
  fake: FakeStripe,
  object: Json,
  name: string,
  kind: ObjectKind | undefined,
): Json | null {
  const value = object[name]
  if (typeof value === 'string') return kind === undefined ? null : present(fake, kind, value)
  return isJson(value) ? value : presentIncluded(fake, object, name)
}

/** Lists of an object that are included only on request. */
function presentIncluded({ state }: FakeStripe, object: Json, name: string): Json | null {
  const id = String(object['id'])
  if (object['object'] === 'checkout.session' && name === 'line_items') {
    const lines = state.sessions.get(id)?.lines ?? []
    return presentList(`/v1/checkout/sessions/${id}/line_items`, lines.map(presentLine))
  }
  if (object['object'] === 'charge' && name === 'refunds') {
    const refunds = state.charges.get(id)?.refunds ?? []
    return presentList(`/v1/charges/${id}/refunds`, refunds.map(presentRefund))
  }
  return null
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
