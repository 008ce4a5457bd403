import * as connections from '#contract/connections.ts'
import * as contract from '#contract/staff.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import { refundAddress } from '#domain/refunds.ts'
import type { App } from '#server/http/environment.ts'
import { ensureGuestCookie } from '#server/http/buyer.ts'
import { giveCookie, readCookie, removeCookie } from '#server/http/cookies.ts'
import { readSessionSecret, sessionCookie } from '#server/http/middleware/admin-session.ts'
import { presentAdminOrder } from './orders.ts'
import { serve } from '#server/http/serve.ts'
import { listAudit } from '#server/services/audit/audit-log.ts'
import { listConnections, testConnection } from '#server/services/connections/checks.ts'
import type { Services } from '#server/services/context.ts'
import { findDemoData, removeDemoData } from '#server/services/demo/remove.ts'
import { listInbox, type InboxEntry } from '#server/services/payments/admin-inbox.ts'
import { listDisputes } from '#server/services/payments/dispute-evidence.ts'
import { assignPayment, resolveEntry } from '#server/services/payments/admin-payments.ts'
import { listUnreadable } from '#server/services/payments/unreadable-answers.ts'
import {
  closeAdminSession,
  createDeviceToken,
  describeSession,
  openAdminSession,
  sessionSeconds,
  verifyDeviceToken,
} from '#server/services/staff/admin-session.ts'
import { readToday } from '#server/services/staff/today.ts'

const yearSeconds = 365 * 24 * 60 * 60
const deviceCookie = 'admin-device'
/** Links and forms of other sites do not send them. */
const sameSite = 'Strict'

/** Signing in as admin by the access code, and signing out. */
export function adminSessionRoutes(app: App, services: Services): void {
  const { config } = services
  serve(app, contract.openAdminSession, async ({ context, body: { code, name } }) => {
    const deviceId = verifyDeviceToken(config, readCookie(context, config, deviceCookie))
    const networks = readClientNetworks(config, context)
    const secret = await openAdminSession(services, {
      code,
      name: name ?? null,
      networks,
      deviceId,
    })
    giveCookie(context, config, sessionCookie, secret, { sameSite, maxAge: sessionSeconds })
    // The progress of an export goes to its browser, which may never have bought anything.
    ensureGuestCookie(context, config)
    if (deviceId !== null) return
    const token = createDeviceToken(config)
    giveCookie(context, config, deviceCookie, token, { sameSite, maxAge: yearSeconds })
  })
  serve(app, contract.readAdminSession, ({ staff }) => describeSession(services, staff))
  serve(app, contract.closeAdminSession, async ({ context, staff }) => {
    const secret = readSessionSecret(context, config)
    if (secret !== null) await closeAdminSession(services, staff, secret)
    removeCookie(context, config, sessionCookie)
  })
}

/** What is to do today, disputes, payments without an order, unreadable payment answers, and the log of admin actions. */
export function adminPaymentRoutes(
  app: App,
  services: Services,
  endAlarms: () => Promise<void>,
): void {
  serve(app, contract.readToday, async ({ staff }) => {
    await endAlarms()
    return readToday(services, staff)
  })
  serve(app, contract.readInbox, async () => {
    const [disputes, payments, unreadableAnswers] = await Promise.all([
      listDisputes(services),
      listInbox(services),
      listUnreadable(services),
    ])
    return { disputes, payments: payments.map(presentInboxPayment), unreadableAnswers }
  })
  serve(app, contract.assignPayment, async ({ staff, params, body }) =>
    presentAdminOrder(await assignPayment(services, staff, params.id, body.orderId)),
  )
  serve(app, contract.resolveEntry, ({ staff, params, body }) =>
    resolveEntry(services, staff, params.id, body.note),
  )
  serve(app, contract.listAudit, async ({ query }) => {
    const { rows: entries, nextCursor } = await listAudit(services, query)
    return { entries, nextCursor }
  })
}

export function adminConnectionRoutes(app: App, services: Services): void {
  serve(app, connections.listConnections, () => listConnections(services))
  serve(app, connections.testConnection, async ({ params: { name } }) => {
    await testConnection(services, name)
    return listConnections(services)
  })
}

/** What the first start filled the shop with, and its removal. */
export function adminDemoDataRoutes(app: App, services: Services): void {
  serve(app, contract.findDemoData, () => findDemoData(services))
  serve(app, contract.removeDemoData, ({ staff }) => removeDemoData(services, staff))
}

/** The parts of an unmatched payment that the staff may see. */
function presentInboxPayment({
  payment,
  isDisputed,
  candidates,
}: InboxEntry): contract.InboxPayment {
  return {
    id: payment.id,
    transactionId: payment.reference,
    refundUrl: refundAddress('paypal', payment.provider_mode, payment.reference),
    status: payment.status,
    amountCents: payment.amount_cents,
    refundedCents: payment.refunded_cents,
    isDisputed,
    currency: payment.currency,
    reason: payment.unmatched_reason ?? 'unknown',
    madeAt: payment.made_at.toISOString(),
    resolvedAt: payment.resolved_at?.toISOString() ?? null,
    resolution: payment.resolution,
    candidates: candidates.map(presentAdminOrder),
  }
}
