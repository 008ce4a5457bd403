import { getCookie } from 'hono/cookie'
import { languageStorageKey, pickLanguage } from '#contract/language.ts'
import * as contract from '#contract/perks.ts'
import { identifyBuyer } from '#server/http/buyer.ts'
import type { App } from '#server/http/environment.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'
import { serve } from '#server/http/serve.ts'
import type { Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { changeColor } from '#server/services/perks/colors.ts'
import { listHoldings } from '#server/services/perks/holdings.ts'
import { chooseReminders, listReminders } from '#server/services/perks/reminders.ts'
import { listSlots } from '#server/services/perks/slots.ts'

export function perkRoutes(app: App, services: Services, auth: Auth): void {
  const { config } = services
  const changing = rateLimit(services, { name: 'change-color', requests: 30, windowSeconds: 60 })
  const choosing = rateLimit(services, { name: 'reminders', requests: 30, windowSeconds: 60 })
  serve(app, contract.listPerks, async ({ context }) => {
    const holdings = await listHoldings(services, await identifyBuyer(context, config, auth))
    context.header('cache-control', 'no-store')
    return holdings.map(({ view }) => view)
  })
  serve(app, contract.changeColor, [changing], async ({ context, params, body: color }) => {
    const buyer = await identifyBuyer(context, config, auth)
    return changeColor(services, buyer, { ...params, color })
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
}

/** They change without an event. */
const slotsKeptMilliseconds = 1000

/** The places of products that have a limit. */
export function cacheSlots(services: Services): CachedResponse {
  return cacheResponse(() => listSlots(services), { milliseconds: slotsKeptMilliseconds })
}
