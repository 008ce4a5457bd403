import { get } from './endpoint.ts'

/** All that the shop has, as one ZIP that `npm run import-shop` reads. */
export const exportShop = get('/api/admin/export', { who: 'export' })
