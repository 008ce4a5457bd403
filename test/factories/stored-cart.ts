import fc from 'fast-check'
import { catalogue } from '#test/factories/site.ts'
import { newCartItem } from '#domain/cart.ts'

const anything = fc.jsonValue({ maxDepth: 3 })

const goodEntry = fc
  .record({ id: fc.uuid(), offer: fc.constantFrom(...catalogue.offers) })
  .map(({ id, offer }): Readonly<Record<string, unknown>> => ({ id, ...newCartItem(offer) }))

/** One of our entries with any of its fields replaced or removed. */
const spoiledEntry = goodEntry.chain((entry) =>
  fc.record(
    Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, anything),
      ]),
    ),
    { requiredKeys: [] },
  ),
)

/** Possible contents of the cart in local storage: ours, almost ours, any other JSON, and invalid JSON. */
export const storedCartText = fc.oneof(
  fc.string(),
  anything.map((value) => JSON.stringify(value)),
  fc.array(fc.oneof(goodEntry, spoiledEntry, anything)).map((list) => JSON.stringify(list)),
)
