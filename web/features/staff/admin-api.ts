import type { AdminOrder, AdminOrderPage, InboxView, SalesView } from '#contract/staff.ts'
import { requestJson } from '#web/app/api-client.ts'
import { handleAdminError } from './admin-session.ts'
import type { ListPage } from './use-admin-data.ts'

/** The admin requests about orders. All throw ApiProblem; a `forbidden` response also locks the admin area. */
export const adminApi = {
  fetchSales: () => adminRequest<SalesView>('/api/admin/sales'),
  /** `query` is built by `ordersQuery`. */
  fetchOrders: async (query: string): Promise<ListPage<AdminOrder>> => {
    const { orders, nextCursor } = await adminRequest<AdminOrderPage>(`/api/admin/orders?${query}`)
    return { items: orders, nextCursor }
  },
  changeDelivery: (orderId: string, delivered: boolean) =>
    adminRequest<AdminOrder>(`/api/admin/orders/${orderId}`, {
      method: 'PATCH',
      body: { delivered },
    }),
  changeDonorListing: (orderId: string, revoked: boolean) =>
    adminRequest<AdminOrder>(`/api/admin/orders/${orderId}/donor-listing`, {
      method: 'PATCH',
      body: { revoked },
    }),
  fetchInbox: () => adminRequest<InboxView>('/api/admin/inbox'),
  assignPayment: (paymentId: string, orderId: string) =>
    adminRequest(`${paymentPath(paymentId)}/assign`, {
      body: { orderId },
      idempotencyKey: `assign:${encodeURIComponent(paymentId)}:${orderId}`,
    }),
  resolvePayment: (paymentId: string, note: string) =>
    adminRequest(`${paymentPath(paymentId)}/resolve`, { body: { note } }),
  resolveUnreadableAnswer: (id: string, note: string) =>
    adminRequest(`/api/admin/unreadable-answers/${encodeURIComponent(id)}/resolve`, {
      body: { note },
    }),
}

function paymentPath(paymentId: string): string {
  return `/api/admin/inbox/${encodeURIComponent(paymentId)}`
}

/** A request of the admin area. @throws {ApiProblem} */
export async function adminRequest<Answer>(
  path: string,
  options?: Parameters<typeof requestJson>[1],
): Promise<Answer> {
  return lockIfForbidden(requestJson<Answer>(path, options))
}

/** Locks the admin area if the request was forbidden. */
export async function lockIfForbidden<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    handleAdminError(error)
    throw error
  }
}
