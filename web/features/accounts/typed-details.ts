import * as z from 'zod/mini'
import { readStoredJson, writeStored } from '#web/app/browser-storage.ts'

/** The raw text of the fields of the checkout. */
const typedDetails = z.object({
  steamId: z.string(),
  forSomebodyElse: z.boolean(),
  /** While it is for somebody else. */
  otherSteamId: z.string(),
  discordUsername: z.string(),
})
export type TypedDetails = z.output<typeof typedDetails>
const storedDetails = z.catch(z.partial(typedDetails), {})

const typedDetailsKey = 'typedDetails'

/**
 * The text typed in this tab. The checkout is a document of its own, so without this a visit to the
 * cart or a change of language would lose it before there is an order.
 */
export function readTypedDetails(): Partial<TypedDetails> {
  return storedDetails.parse(readStoredJson('sessionStorage', typedDetailsKey))
}

/** Stores the typed text until the tab closes. */
export function saveTypedDetails(changes: Partial<TypedDetails>): void {
  writeStored(
    'sessionStorage',
    typedDetailsKey,
    JSON.stringify({ ...readTypedDetails(), ...changes }),
  )
}
