import { getCookie } from 'hono/cookie'
import { languageStorageKey, pickLanguage } from '#contract/language.ts'
import * as contract from '#contract/perks.ts'
import { parseHexColor } from '#domain/color.ts'
import { colorPerk } from '#domain/products.ts'
import { identifyBuyer } from '#server/http/buyer.ts'
import type { App } from '#server/http/environment.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { serve } from '#server/http/serve.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { changeColor } from '#server/services/perks/colors.ts'
import { manual } from '#server/services/perks/delivery-states.ts'
import { listHoldings, type Holding } from '#server/services/perks/holdings.ts'
import { chooseReminders, listReminders } from '#server/services/perks/reminders.ts'
import { listSlots } from '#server/services/perks/slots.ts'
import { products } from '#site/products.ts'

/** What players hold, for themselves. */
export function perkRoutes(app: App, services: Services, auth: Auth): void {
  const { config } = services
  const changing = rateLimit(services, { name: 'change-color', requests: 30, windowSeconds: 60 })
  const choosing = rateLimit(services, { name: 'reminders', requests: 30, windowSeconds: 60 })
  serve(app, contract.listPerks, async ({ context }) => {
    const holdings = await listHoldings(services, await identifyBuyer(context, config, auth))
    context.header('cache-control', 'no-store')
    return holdings.map(presentHolding)
  })
  serve(app, contract.changeColor, [changing], async ({ context, params, body: color }) => {
    const buyer = await identifyBuyer(context, config, auth)
    return presentHolding(await changeColor(services, buyer, { ...params, color }))
  })
  serve(app, contract.readReminders, async ({ context }) => {
    const buyer = await identifyBuyer(context, config, auth)
    context.header('cache-control', 'no-store')
    return listReminders(services, buyer)
  })
  serve(app, contract.chooseReminders, [choosing], async ({ context, body: { direct } }) => {
    const buyer = await identifyBuyer(context, config, auth)
    const language = pickLanguage(
      getCookie(context, languageStorageKey),
      context.req.header('accept-language'),
    )
    await chooseReminders(services, buyer, { direct, language })
    return listReminders(services, buyer)
  })
  serve(app, contract.listSlots, ({ context }) => {
    context.header('cache-control', 'no-cache')
    return listSlots(services, products)
  })
}

/** Where it was put and what the other side said is for the staff. */
export function presentHolding(holding: Holding): contract.PerkView {
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
}: Pick<Holding, 'isSuspended' | 'isMoved' | 'delivery'>): contract.DeliveryView {
  const steps = delivery?.steps ?? []
  if (isSuspended) return { state: 'suspended', steps }
  if (isMoved) return { state: 'moved', steps }
  const { adapter, state, reason_code: reason, next_at: nextAt } = delivery ?? {}
  // Of what is in the game, or handed over by the staff, it is the end.
  const isTriedAgain = state !== 'verified' && adapter !== manual
  return {
    state: state ?? 'queued',
    steps,
    ...(typeof reason === 'string' && { reason }),
    ...(nextAt && isTriedAgain && { until: nextAt.toISOString() }),
  }
}
