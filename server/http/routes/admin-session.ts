import { Hono } from 'hono'
import { openAdminSessionRequest, type AdminSessionView } from '#contract/staff.ts'
import { closeAdminSession } from '#server/services/admin/close-session.ts'
import { nameDevice, recogniseDevice } from '#server/services/admin/known-device.ts'
import { openAdminSession, sessionSeconds } from '#server/services/admin/open-session.ts'
import type { Services } from '#server/services/context.ts'
import {
  giveDeviceToken,
  giveSessionSecret,
  readDeviceToken,
  readSessionSecret,
  takeSessionSecret,
} from '#server/http/admin-cookies.ts'
import { createClientNetworksReader } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-only.ts'
import { readJson } from '#server/http/read-json.ts'

/** Becoming an admin by the access code, and leaving. */
export function adminSessionRoutes(services: Services): Hono<HttpEnvironment> {
  const { config } = services
  const readNetworks = createClientNetworksReader(config)
  return new Hono<HttpEnvironment>()
    .post('/api/admin/session', async (context) => {
      const { code } = await readJson(context, openAdminSessionRequest)
      const deviceToken = readDeviceToken(context, config)
      const deviceId = recogniseDevice(config, deviceToken)
      const networks = readNetworks(context)
      const secret = await openAdminSession(services, { code, networks, deviceId })
      giveSessionSecret(context, config, secret, sessionSeconds)
      if (deviceId === null) giveDeviceToken(context, config, nameDevice(config))
      context.header('cache-control', 'no-store')
      return context.body(null, 204)
    })
    .get('/api/admin/session', (context) => {
      const { by } = adminOf(context)
      return context.json<AdminSessionView>({ by })
    })
    .delete('/api/admin/session', async (context) => {
      const secret = readSessionSecret(context, config)
      if (secret !== null) await closeAdminSession(services, adminOf(context), secret)
      takeSessionSecret(context, config)
      return context.body(null, 204)
    })
}
