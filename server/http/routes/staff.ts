import { Hono } from 'hono'
import {
  assignPaymentRequest,
  auditQuery,
  openAdminSessionRequest,
  resolvePaymentRequest,
  type AdminOrder,
  type AdminSessionView,
  type AuditEntryView,
  type AuditPage,
  type DemoDataView,
  type InboxPayment,
  type InboxView,
  type SalesView,
  type UnreadableAnswer,
} from '#contract/staff.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import {
  adminOf,
  giveDeviceToken,
  giveSessionSecret,
  readDeviceToken,
  readSessionSecret,
  takeSessionSecret,
} from '#server/http/middleware/admin-session.ts'
import { presentAdminOrder } from './orders.ts'
import { readJson, readQuery, readUuid } from '#server/http/read-request.ts'
import type { Services } from '#server/services/context.ts'
import { findDemoData, removeDemoData } from '#server/services/demo/remove.ts'
import { listInbox, type InboxEntry } from '#server/services/payments/admin-inbox.ts'
import {
  assignPayment,
  resolvePayment,
  resolveUnreadable,
} from '#server/services/payments/admin-payments.ts'
import {
  listUnreadable,
  type UnreadableEntry,
} from '#server/services/payments/unreadable-answers.ts'
import {
  closeAdminSession,
  createDeviceToken,
  openAdminSession,
  sessionSeconds,
  verifyDeviceToken,
} from '#server/services/staff/admin-session.ts'
import { listAudit, type AuditRecord } from '#server/services/staff/audit-log.ts'
import { readSales } from '#server/services/staff/overview.ts'

/** Signing in as admin by the access code, and signing out. */
export function adminSessionRoutes(services: Services): Hono<HttpEnvironment> {
  const { config } = services
  return new Hono<HttpEnvironment>()
    .post('/api/admin/session', async (context) => {
      const { code } = await readJson(context, openAdminSessionRequest)
      const deviceToken = readDeviceToken(context, config)
      const deviceId = verifyDeviceToken(config, deviceToken)
      const networks = readClientNetworks(config, context)
      const secret = await openAdminSession(services, { code, networks, deviceId })
      giveSessionSecret(context, config, secret, sessionSeconds)
      if (deviceId === null) giveDeviceToken(context, config, createDeviceToken(config))
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

function presentAuditEntry(entry: AuditRecord): AuditEntryView {
  return {
    id: entry.id,
    actor: entry.actor,
    actorName: entry.actor_name,
    action: entry.action,
    subject: entry.subject,
    before: entry.before,
    after: entry.after,
    at: entry.created_at.toISOString(),
  }
}

/** Sales figures, payments without an order, unreadable payment answers, and the log of admin actions. */
export function adminPaymentRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/api/admin/sales', async (context) => {
      adminOf(context)
      return context.json<SalesView>(await readSales(services))
    })
    .get('/api/admin/inbox', async (context) => {
      adminOf(context)
      const [payments, unreadable] = await Promise.all([
        listInbox(services),
        listUnreadable(services),
      ])
      return context.json<InboxView>({
        payments: payments.map(presentInboxPayment),
        unreadableAnswers: unreadable.map(presentUnreadableAnswer),
      })
    })
    .post('/api/admin/inbox/:id/assign', async (context) => {
      const admin = adminOf(context)
      const paymentId = readUuid(context.req.param('id'), 'payment_not_found')
      const { orderId } = await readJson(context, assignPaymentRequest)
      const order = await assignPayment(services, admin, paymentId, orderId)
      return context.json<AdminOrder>(presentAdminOrder(order))
    })
    .post('/api/admin/inbox/:id/resolve', async (context) => {
      const admin = adminOf(context)
      const paymentId = readUuid(context.req.param('id'), 'payment_not_found')
      const { note } = await readJson(context, resolvePaymentRequest)
      await resolvePayment(services, admin, paymentId, note)
      return context.body(null, 204)
    })
    .post('/api/admin/unreadable-answers/:id/resolve', async (context) => {
      const admin = adminOf(context)
      const id = readUuid(context.req.param('id'), 'payment_not_found')
      const { note } = await readJson(context, resolvePaymentRequest)
      await resolveUnreadable(services, admin, id, note)
      return context.body(null, 204)
    })
    .get('/api/admin/audit-log', async (context) => {
      adminOf(context)
      const { rows, nextCursor } = await listAudit(services, readQuery(context, auditQuery))
      return context.json<AuditPage>({ entries: rows.map(presentAuditEntry), nextCursor })
    })
}

/** What the first start filled the shop with, and its removal. */
export function adminDemoDataRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/api/admin/demo-data', async (context) => {
      adminOf(context)
      return context.json<DemoDataView>(await findDemoData(services))
    })
    .delete('/api/admin/demo-data', async (context) => {
      await removeDemoData(services, adminOf(context))
      return context.body(null, 204)
    })
}

/** The parts of an unmatched payment that the staff may see. */
function presentInboxPayment({ payment, isDisputed, candidates }: InboxEntry): InboxPayment {
  return {
    id: payment.id,
    transactionId: payment.reference,
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

/** An unreadable answer, with the order that waits for it. */
function presentUnreadableAnswer({ kept, order, packOrder }: UnreadableEntry): UnreadableAnswer {
  const waiting = order ?? packOrder
  return {
    id: kept.id,
    provider: kept.provider,
    reference: kept.reference,
    detail: kept.detail,
    answer: kept.answer,
    order: waiting && {
      id: waiting.id,
      kind: order ? 'order' : 'pack',
      steamId: waiting.steam_id,
      discordUsername: waiting.discord_username,
      priceCents: waiting.price_cents,
      currency: waiting.currency,
    },
    firstSeenAt: kept.first_seen_at.toISOString(),
    lastSeenAt: kept.last_seen_at.toISOString(),
    resolvedAt: kept.resolved_at?.toISOString() ?? null,
    resolution: kept.resolution,
  }
}
