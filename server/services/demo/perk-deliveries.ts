import type { AdapterFault, PerkAdapter, Wanted } from '#server/providers/perk-adapter.ts'
import { compensatePerks } from '#server/services/perks/admin-compensations.ts'
import { grantPerk, voidGrant } from '#server/services/perks/admin-grants.ts'
import type { Services } from '#server/services/context.ts'
import { reconcile, registerAdapter } from '#server/services/perks/reconciler.ts'
import { people, staff } from './people.ts'
import type { DemoTexts } from './texts.ts'
import { daysAgo, type Step } from './timeline.ts'

/** Switches on what delivers perks, as its first start would have done. */
export async function registerAdapters(services: Services): Promise<void> {
  for (const adapter of services.perkAdapters) await registerAdapter(services, adapter)
}

/** What the staff did with perks, and a day on which their delivery failed. */
export function perkSteps({ reasons }: DemoTexts): readonly Step[] {
  const { hatchet, brume, lesnik } = people
  let mistakeId = ''
  return [
    {
      minutesAgo: daysAgo(22, 100),
      run: async (services) => {
        const grant = { steamId: brume.steamId, perk: 'name_tag_color', color: orange }
        const term = until(services, 30)
        const reason = reasons.eventWon
        await grantPerk(services, staff, { ...grant, term, reason }, null)
      },
    },
    { minutesAgo: daysAgo(22, 99), run: deliverPerks },
    {
      minutesAgo: daysAgo(13, 200),
      run: async (services) => {
        const grant = { steamId: hatchet.steamId, perk: 'clan_tag_color', color: orange }
        const made = await grantPerk(
          services,
          staff,
          { ...grant, term: until(services, 7), reason: reasons.eventWon },
          null,
        )
        mistakeId = made.grant.id
      },
    },
    {
      minutesAgo: daysAgo(13, 185),
      run: (services) => voidGrant(services, staff, { id: mistakeId, reason: reasons.wrongPlayer }),
    },
    { minutesAgo: daysAgo(13, 184), run: deliverPerks },
    {
      minutesAgo: daysAgo(7, 500),
      run: (services) =>
        compensatePerks(services, staff, {
          perks: ['priority_queue'],
          hours: 6,
          reason: reasons.outage,
          isDryRun: false,
        }),
    },
    { minutesAgo: daysAgo(7, 499), run: deliverPerks },
    {
      minutesAgo: daysAgo(5, 700),
      run: (services) =>
        grantPerk(
          services,
          staff,
          {
            steamId: lesnik.steamId,
            perk: 'priority_queue',
            color: null,
            term: until(services, 25),
            reason: reasons.helpedOut,
          },
          null,
        ),
    },
    { minutesAgo: daysAgo(5, 699), run: (services) => failDeliveries(services) },
    { minutesAgo: daysAgo(5, 660), run: deliverPerks },
  ]
}

function until({ clock }: Services, days: number) {
  return { kind: 'until', untilMs: clock().getTime() + days * 24 * 3_600_000 } as const
}

const orange = { r: 255, g: 182, b: 72 }

/** Delivers what waits, as the adapters would have done it then: outside nothing changes yet. */
export async function deliverPerks(services: Services): Promise<void> {
  await runAdapters(services, async (wanted, adapter) => {
    const absent = wanted.perks.filter(
      ({ discordId, perk }) => adapter.isExtra?.(perk) && discordId === people.nightfox.discordId,
    )
    return {
      outcome: 'applied',
      isChanged: true,
      proof: { players: wanted.perks.length },
      exceptions: absent.map(({ steamId, perk }) => ({
        steamId,
        perk,
        event: 'player_missing',
        code: 'not_in_guild',
        detail: `${people.nightfox.discordId} is not a member`,
      })),
    }
  })
}

const diskFull: AdapterFault = {
  outcome: 'needs_owner',
  code: 'disk_full',
  detail: 'No space left on device',
}

/** What delivers the queue could not write for a while, until the owner had made room. */
async function failDeliveries(services: Services): Promise<void> {
  const perkAdapters = services.perkAdapters.filter(
    ({ serves, isExtra }) => serves('priority_queue') && !isExtra?.('priority_queue'),
  )
  await runAdapters({ ...services, perkAdapters }, () => Promise.resolve(diskFull))
}

type Apply = (wanted: Wanted, adapter: PerkAdapter) => ReturnType<PerkAdapter['apply']>

async function runAdapters(services: Services, apply: Apply): Promise<void> {
  const queued = await services.database.db
    .selectFrom('perk_deliveries')
    .select('adapter')
    .distinct()
    .where('state', '<>', 'verified')
    .execute()
  const names = new Set(queued.map(({ adapter }) => adapter))
  for (const adapter of services.perkAdapters.filter(({ name }) => names.has(name))) {
    const pretending: PerkAdapter = {
      ...adapter,
      apply: async (wanted, journal) => {
        await journal.begin({ text: null, adds: wanted.perks })
        return apply(wanted, adapter)
      },
    }
    await reconcile(services, pretending, new AbortController().signal)
  }
}
