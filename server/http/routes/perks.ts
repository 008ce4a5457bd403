import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { languageStorageKey, pickLanguage } from '#contract/language.ts'
import {
  changeColorRequest,
  chooseRemindersRequest,
  colorOwner,
  type DeliveryView,
  type PerkList,
  type PerkReminders,
  type PerkSlotList,
  type PerkView,
} from '#contract/perks.ts'
import { parseHexColor } from '#domain/color.ts'
import { colorPerk } from '#domain/products.ts'
import { identifyBuyer } from '#server/http/buyer.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { checkFields, readJson } from '#server/http/read-request.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { changeColor } from '#server/services/perks/colors.ts'
import { byHand } from '#server/services/perks/delivery-states.ts'
import { listHoldings, type Holding } from '#server/services/perks/holdings.ts'
import { chooseReminders, listReminders } from '#server/services/perks/reminders.ts'
import { listSlots } from '#server/services/perks/slots.ts'
import { products } from '#site/products.ts'

/** What players hold, for themselves. */
export function perkRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const { config } = services
  const changing = rateLimit(services, { name: 'change-color', requests: 30, windowSeconds: 60 })
  const choosing = rateLimit(services, { name: 'reminders', requests: 30, windowSeconds: 60 })
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
    .get('/api/perk-reminders', async (context) => {
      const buyer = await identifyBuyer(context, config, auth)
      context.header('cache-control', 'no-store')
      return context.json<PerkReminders>(await listReminders(services, buyer))
    })
    .put('/api/perk-reminders', choosing, async (context) => {
      const { direct } = await readJson(context, chooseRemindersRequest)
      const buyer = await identifyBuyer(context, config, auth)
      const language = pickLanguage(
        getCookie(context, languageStorageKey),
        context.req.header('accept-language'),
      )
      await chooseReminders(services, buyer, { direct, language })
      return context.json<PerkReminders>(await listReminders(services, buyer))
    })
    .get('/api/perk-slots', async (context) => {
      context.header('cache-control', 'no-cache')
      return context.json<PerkSlotList>(await listSlots(services, products))
    })
}

/** Where it was put and what the other side said is for the staff. */
export function presentHolding(holding: Holding): PerkView {
  const { steamId, perk, startsAt, endsAt, colorChangeAt, calendar, history } = holding
  const color = holding.color === null ? null : parseHexColor(holding.color)
  return {
    perk,
    steamId,
    params: perk === colorPerk && color ? { color } : {},
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    renewalDay: holding.renewalDay,
    delivery: presentDelivery(holding),
    lastColor: color,
    colorChangeAt: colorChangeAt?.toISOString() ?? null,
    calendar: calendar.map((grant) => ({
      startsAt: grant.startsAt.toISOString(),
      endsAt: grant.endsAt?.toISOString() ?? null,
      source: grant.source,
    })),
    history: history.map(({ at, what, source }) => ({ at: at.toISOString(), what, source })),
  }
}

export function presentDelivery({
  isSuspended,
  isMoved,
  delivery,
}: Pick<Holding, 'isSuspended' | 'isMoved' | 'delivery'>): DeliveryView {
  const steps = delivery?.steps ?? []
  if (isSuspended) return { state: 'suspended', steps }
  if (isMoved) return { state: 'moved', steps }
  const { adapter, state, reason_code: reason, next_at: nextAt } = delivery ?? {}
  // Of what is in the game, or handed over by the staff, it is the end.
  const isTriedAgain = state !== 'verified' && adapter !== byHand
  return {
    state: state ?? 'queued',
    steps,
    ...(typeof reason === 'string' && { reason }),
    ...(nextAt && isTriedAgain && { until: nextAt.toISOString() }),
  }
}
