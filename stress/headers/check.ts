import { newNetwork } from '#test/endpoints/call-endpoint.ts'
import { addressOf, type Call, type Example } from '#test/endpoints/endpoint.ts'
import { endpoints } from '#test/endpoints/endpoints.ts'
import { resetLimits, type Setup } from '#test/endpoints/setup.ts'
import { sendRaw, type RawRequest } from '#test/endpoints/send-raw.ts'
import { productionSettings, productionSite } from '#test/factories/settings.ts'
import { openShop, type MakePages, type TestShop } from '#test/shop.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { otherRequests } from './requests.ts'
import { judgeHeaders } from './rules.ts'

export interface HeaderFigures {
  readonly answers: number
  readonly violations: readonly string[]
}

/** Checks all answers, to somebody with every permission and to a stranger. */
export async function checkHeaders(setup: Setup): Promise<HeaderFigures> {
  const { shop } = setup
  const figures = { answers: 0, violations: [] as string[] }
  const mode = modeOf(shop)
  for (const endpoint of endpoints) {
    await resetLimits(setup)
    const call = await endpoint.prepare(setup)
    for (const headers of [{}, setup.people().everything]) {
      await look(shop, figures, mode, requestOf(endpoint, call, headers))
    }
    if (endpoint.endsSession) await setup.renewPeople()
  }
  for (const request of otherRequests()) await look(shop, figures, mode, request)
  return figures
}

/** The same with the rules of production, where no provider can be faked: only a stranger's answers. */
export async function checkHeadersInProduction(
  location: DatabaseLocation,
  makePages: MakePages,
): Promise<HeaderFigures> {
  const settings = {
    ...productionSettings,
    TRUSTED_PROXIES: '127.0.0.1',
    ...(location.kind === 'postgres'
      ? { DATABASE_URL: location.url }
      : { DATABASE_URL: '', ALLOW_EMBEDDED_DATABASE: 'true' }),
  }
  const shop = await openShop(location, settings, productionSite, makePages)
  const figures = { answers: 0, violations: [] as string[] }
  const mode = modeOf(shop)
  for (const endpoint of endpoints) {
    await look(shop, figures, mode, requestOf(endpoint, { body: {} }, {}))
  }
  for (const request of otherRequests()) await look(shop, figures, mode, request)
  return figures
}

interface Mode {
  readonly isHttps: boolean
  readonly isProduction: boolean
}

function modeOf({ services: { config } }: TestShop): Mode {
  return { isHttps: config.publicOrigin.startsWith('https:'), isProduction: config.production }
}

async function look(
  { origin }: TestShop,
  figures: { answers: number; violations: string[] },
  mode: Mode,
  request: RawRequest,
): Promise<void> {
  const headers = { 'x-forwarded-for': newNetwork(), ...request.headers }
  const answer = await sendRaw(origin, { ...request, headers })
  figures.answers += 1
  figures.violations.push(...judgeHeaders(answer, { ...mode, ...request }))
}

function requestOf(endpoint: Example, call: Call, headers: RawRequest['headers']): RawRequest {
  const method = endpoint.method
  return {
    method,
    target: addressOf(endpoint, call),
    headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(call.body ?? {}) }),
  }
}
