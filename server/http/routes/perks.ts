import { Hono } from 'hono'
import type { AdapterCheck, AdapterList, AdapterView } from '#contract/admin-perks.ts'
import {
  changeColorRequest,
  colorOwner,
  type DeliveryView,
  type PerkList,
  type PerkSlotList,
  type PerkView,
} from '#contract/perks.ts'
import { parseHexColor } from '#domain/color.ts'
import { colorPerk } from '#domain/products.ts'
import { identifyBuyer } from '#server/http/buyer.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-session.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { checkFields, readJson } from '#server/http/read-request.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import {
  checkAdapter,
  enableAdapter,
  listAdapters,
  type AdapterRecord,
} from '#server/services/perks/admin-adapters.ts'
import { changeColor } from '#server/services/perks/colors.ts'
import { listHoldings, type Holding } from '#server/services/perks/holdings.ts'
import { listSlots } from '#server/services/perks/slots.ts'
import { products } from '#site/products.ts'

/** What players hold, for themselves. */
export function perkRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const { config } = services
  const changing = rateLimit(services, { name: 'change-color', requests: 30, windowSeconds: 60 })
  return new Hono<HttpEnvironment>()
    .get('/api/perks', async (context) => {
      const holdings = await listHoldings(services, await identifyBuyer(context, config, auth))
      context.header('cache-control', 'no-store')
      return context.json<PerkList>(holdings.map(presentHolding))
    })
    .post('/api/perks/:steamId/:perk/color', changing, async (context) => {
      const { steamId, perk } = checkFields(colorOwner, context.req.param())
      const color = await readJson(context, changeColorRequest)
      const buyer = await identifyBuyer(context, config, auth)
      const holding = await changeColor(services, buyer, { steamId, perk, color })
      return context.json<PerkView>(presentHolding(holding))
    })
    .get('/api/perk-slots', async (context) => {
      context.header('cache-control', 'no-cache')
      return context.json<PerkSlotList>(await listSlots(services, products))
    })
}

/** How perks are delivered, for the staff. */
export function adminPerkRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/api/admin/adapters', async (context) => {
      adminOf(context)
      const adapters = await listAdapters(services)
      return context.json<AdapterList>(adapters.map(presentAdapter))
    })
    .post('/api/admin/adapters/:name/check', async (context) => {
      adminOf(context)
      const result = await checkAdapter(services, context.req.param('name'))
      if (result.outcome === 'ready') {
        const notes = [...result.notes]
        return context.json<AdapterCheck>({ state: 'ready', reason: null, detail: null, notes })
      }
      const { outcome, code: reason, detail } = result
      const state = outcome === 'retry' ? 'retrying' : outcome
      return context.json<AdapterCheck>({ state, reason, detail, notes: [] })
    })
    .post('/api/admin/adapters/:name/enable', async (context) => {
      const adapter = await enableAdapter(services, adminOf(context), context.req.param('name'))
      return context.json<AdapterView>(presentAdapter(adapter))
    })
}

function presentAdapter(adapter: AdapterRecord): AdapterView {
  return {
    name: adapter.name,
    enabled: adapter.enabled_at !== null,
    state: adapter.state,
    reason: adapter.reason_code,
    detail: adapter.reason_detail,
    lastRunAt: adapter.last_run_at?.toISOString() ?? null,
    dryRun: adapter.dry_run,
  }
}

/** Where it was put and what the other side said is for the staff. */
function presentHolding(holding: Holding): PerkView {
  const { steamId, perk, startsAt, endsAt } = holding
  const color = perk === colorPerk && holding.color !== null ? parseHexColor(holding.color) : null
  return {
    perk,
    steamId,
    params: color ? { color } : {},
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    delivery: presentDelivery(holding),
  }
}

export function presentDelivery({
  isSuspended,
  delivery,
}: Pick<Holding, 'isSuspended' | 'delivery'>): DeliveryView {
  const steps = delivery?.steps ?? []
  if (isSuspended) return { state: 'suspended', steps }
  const { state, reason_code: reason, next_at: nextAt } = delivery ?? {}
  return {
    state: state ?? 'queued',
    steps,
    ...(typeof reason === 'string' && { reason }),
    // Of what is in the game it is the end.
    ...(nextAt && state !== 'verified' && { until: nextAt.toISOString() }),
  }
}
