import { Hono } from 'hono'
import {
  assignPaymentRequest,
  resolvePaymentRequest,
  type AdminOrder,
  type InboxView,
  type SalesView,
} from '#contract/staff.ts'
import { assignPayment } from '#server/services/admin/assign-payment.ts'
import { listInbox } from '#server/services/admin/list-inbox.ts'
import { readSales } from '#server/services/admin/read-sales.ts'
import { resolvePayment } from '#server/services/admin/resolve-payment.ts'
import type { Services } from '#server/services/context.ts'
import { listUnreadable, resolveUnreadable } from '#server/services/unreadable-answers.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-only.ts'
import { presentAdminOrder } from '#server/http/present/admin-order.ts'
import { presentInboxPayment, presentUnreadableAnswer } from '#server/http/present/inbox-payment.ts'
import { readJson } from '#server/http/read-json.ts'
import { readUuid } from '#server/http/read-uuid.ts'

/** The money in figures, the payments that match no order, and what nobody can read of a payment. */
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
}
