import { readStoredJson, writeStored } from '#web/storage/browser-storage.ts'

/** What stands in the two fields of the checkout, as it was typed. */
export interface TypedDetails {
  readonly steamId: string
  readonly discordUsername: string
}

const storageKey = 'typedDetails'

/**
 * What was typed in this tab. The checkout is a document of its own, so a look at the cart or
 * another language would lose it before there is an order to remember it.
 */
export function readTypedDetails(): Partial<TypedDetails> {
  const value = readStoredJson('sessionStorage', storageKey)
  if (typeof value !== 'object' || value === null) return {}
  const { steamId, discordUsername }: Record<string, unknown> = { ...value }
  return {
    ...(typeof steamId === 'string' && { steamId }),
    ...(typeof discordUsername === 'string' && { discordUsername }),
  }
}

/** Keeps what was typed, for as long as the tab lives. */
export function keepTypedDetails(changes: Partial<TypedDetails>): void {
  writeStored('sessionStorage', storageKey, JSON.stringify({ ...readTypedDetails(), ...changes }))
}
