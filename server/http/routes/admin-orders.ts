import { Hono } from 'hono'
import {
  adminOrdersQuery,
  changeDeliveryRequest,
  changeDonorListingRequest,
  type AdminOrder,
  type AdminOrderPage,
} from '#contract/staff.ts'
import { changeDelivery } from '#server/services/admin/change-delivery.ts'
import { changeDonorListing } from '#server/services/admin/change-donor-listing.ts'
import { listOrders } from '#server/services/admin/list-orders.ts'
import type { Services } from '#server/services/context.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-only.ts'
import { presentAdminOrder } from '#server/http/present/admin-order.ts'
import { readJson } from '#server/http/read-json.ts'
import { readQuery } from '#server/http/read-query.ts'
import { readUuid } from '#server/http/read-uuid.ts'

/** All buyers' orders, for the staff. */
export function adminOrderRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/api/admin/orders', async (context) => {
      adminOf(context)
      const page = await listOrders(services, readQuery(context, adminOrdersQuery))
      return context.json<AdminOrderPage>({
        orders: page.orders.map(presentAdminOrder),
        nextCursor: page.nextCursor,
      })
    })
    .patch('/api/admin/orders/:id', async (context) => {
      const admin = adminOf(context)
      const orderId = readUuid(context.req.param('id'), 'order_not_found')
      const { delivered } = await readJson(context, changeDeliveryRequest)
      const order = await changeDelivery(services, admin, orderId, delivered)
      return context.json<AdminOrder>(presentAdminOrder(order))
    })
    .patch('/api/admin/orders/:id/donor-listing', async (context) => {
      const admin = adminOf(context)
      const orderId = readUuid(context.req.param('id'), 'order_not_found')
      const { revoked } = await readJson(context, changeDonorListingRequest)
      const order = await changeDonorListing(services, admin, orderId, revoked)
      return context.json<AdminOrder>(presentAdminOrder(order))
    })
}
