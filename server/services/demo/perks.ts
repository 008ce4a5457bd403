import { z } from 'zod'
import { parseHexColor } from '#domain/color.ts'
import type { PerkAdapter } from '#server/providers/perk-adapter.ts'
import { compensatePerks } from '#server/services/perks/admin-changes.ts'
import { grantPerk, voidGrant } from '#server/services/perks/admin-grants.ts'
import { reconcile } from '#server/services/perks/reconciler.ts'
import { event, people, staff, staffText, who, written, type Scene } from './event.ts'

const dayMilliseconds = 24 * 3_600_000

const grant = event(
  z.object({
    to: who,
    as: z.string().optional(),
    perk: z.string(),
    color: z.string().transform(parseHexColor).default(null),
    days: z.int(),
    reason: staffText,
  }),
  async ({ services, made }, { to, as, perk, color, days, reason }) => {
    const { steamId } = to
    const until = new Date(services.clock().getTime() + days * dayMilliseconds).toISOString()
    const params = color ? { color } : {}
    const request = { steamId, perk, params, until, reason: written(services, reason) }
    const { id } = await grantPerk(services, staff, request)
    if (as !== undefined) made.set(as, { id })
  },
)

const takeBack = event(
  z.object({ of: z.string(), reason: staffText }),
  async ({ services, made }, { of, reason }) => {
    const { id } = made.get(of) ?? {}
    if (id !== undefined)
      await voidGrant(services, staff, { id, reason: written(services, reason) })
  },
)

const compensate = event(
  z.object({ perk: z.string(), hours: z.int(), reason: staffText }),
  ({ services }, { perk, hours, reason }) =>
    compensatePerks(services, staff, { perks: [perk], hours, reason: written(services, reason) }),
)

const disk = event(z.object({ isFull: z.boolean() }), (scene, { isFull }) => {
  scene.disk.isFull = isFull
  return Promise.resolve()
})

export const perks = { grant, 'take back': takeBack, compensate, disk }

const minutesToDeliver = 0.25

/**
 * Delivers what waits after an event, as the adapters would have done it then: in the game and at
 * Discord nothing changes yet.
 */
export async function deliverPerks(scene: Scene): Promise<void> {
  const { services } = scene
  const waiting = await services.database.db
    .selectFrom('perk_deliveries as d')
    .innerJoin('perk_adapters as a', 'a.name', 'd.adapter')
    .select('d.adapter')
    .distinct()
    .where((eb) => eb.or([eb('d.state', '=', 'queued'), eb('a.state', '<>', 'ready')]))
    .execute()
  if (waiting.length === 0) return
  const later = await scene.wait(minutesToDeliver)
  const names = new Set(waiting.map(({ adapter }) => adapter))
  for (const adapter of services.perkAdapters.filter(({ name }) => names.has(name))) {
    const pretending: PerkAdapter = {
      ...adapter,
      apply: async ({ perks: desired }, journal) => {
        await journal.begin({ text: null, adds: desired })
        const isWritten = adapter.serves('priority_queue') && !adapter.isExtra?.('priority_queue')
        if (scene.disk.isFull && isWritten) {
          return { outcome: 'needs_owner', code: 'disk_full', detail: 'No space left on device' }
        }
        return {
          outcome: 'applied',
          isChanged: true,
          proof: { players: desired.length },
          exceptions: desired
            .filter(({ discordId, perk }) => adapter.isExtra?.(perk) && absent.has(discordId))
            .map(({ steamId, perk, discordId }) => ({
              steamId,
              perk,
              event: 'player_missing',
              code: 'not_in_guild',
              detail: `${discordId} is not a member`,
            })),
        }
      },
    }
    await reconcile(later, pretending, new AbortController().signal)
  }
}

const absent: ReadonlySet<string | null | undefined> = new Set(
  [...people.values()]
    .filter(({ isInDiscordServer }) => !isInDiscordServer)
    .map(({ discordId }) => discordId),
)
