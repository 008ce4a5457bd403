import type { PerkView } from '#contract/perks.ts'
import { toHexColor, type RgbColor } from '#domain/color.ts'
import { nextColorChangeMs } from '#domain/perks.ts'
import { colorPerk } from '#domain/products.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { listHoldings } from './holdings.ts'
import { changePerks, lockPerks, readLedgers } from './ledger.ts'

interface ColorChange {
  readonly steamId: string
  readonly perk: string
  readonly color: RgbColor
}

/**
 * Changes the colour of what a Steam ID holds, for all of its time: once a day, purchases aside.
 * The same colour again changes nothing. Refuses with `perk_not_found`, also to all who may not
 * (`Holding`), or with `color_changed_today`.
 */
export async function changeColor(
  services: Pick<Services, 'database' | 'clock' | 'perkAdapters'>,
  buyer: Buyer,
  { steamId, perk, color }: ColorChange,
): Promise<PerkView> {
  const { database, clock } = services
  const findColored = async (): Promise<PerkView> => {
    const holdings = await listHoldings(services, buyer)
    const found = holdings.find(
      ({ mayColor, view }) => mayColor && view.steamId === steamId && view.perk === perk,
    )
    if (!found || perk !== colorPerk) throw new ServiceError('perk_not_found')
    return found.view
  }
  await findColored()
  await database.transaction(async (trx) => {
    await lockPerks(trx, [steamId])
    const now = clock()
    const held = await trx
      .selectFrom('perk_coverage')
      .select('color')
      .where('steam_id', '=', steamId)
      .where('perk', '=', perk)
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
      .executeTakeFirst()
    if (!held) throw new ServiceError('perk_not_found')
    const chosen = toHexColor(color)
    if (held.color === chosen) return
    const ledgers = await readLedgers(trx, [steamId])
    const ledger = ledgers.find((known) => known.perk === perk)
    const nextMs = nextColorChangeMs(ledger?.entries ?? [], now.getTime())
    if (nextMs !== null) {
      const retryAfterSeconds = Math.ceil((nextMs - now.getTime()) / 1000)
      throw new ServiceError('color_changed_today', { retryAfterSeconds })
    }
    const entries = [{ kind: 'colored', color: chosen } as const]
    await changePerks(services, trx, [{ steamId, perk, entries }], { actor: 'player' })
  })
  return findColored()
}
