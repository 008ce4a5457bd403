import { randomUUID } from 'node:crypto'
import {
  adminGrantsQuery,
  compensatePerksRequest,
  grantPerkRequest,
  importPerksRequest,
  perkDeliveredRequest,
  transferPerksRequest,
  undoPerksRequest,
  voidPerkRequest,
} from '#contract/admin-perks.ts'
import {
  adminPackOrdersQuery,
  adminTransactionsQuery,
  balancesQuery,
  creditKrRequest,
  flowsQuery,
} from '#contract/kryptonite.ts'
import {
  addShopItemRequest,
  adminSkinPurchasesQuery,
  editShopItemRequest,
} from '#contract/skins.ts'
import {
  adminOrdersQuery,
  assignPaymentRequest,
  auditQuery,
  changeDeliveryRequest,
  changeDonorListingRequest,
  openAdminSessionRequest,
  resolvePaymentRequest,
} from '#contract/staff.ts'
import { addTaskNoteRequest, changeTaskRequest } from '#contract/tasks.ts'
import { adminTeamListingsQuery, moderateTeamListingRequest } from '#contract/team.ts'
import { accessCode } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { asDataUrl, picture } from '#test/factories/pictures.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import type { Endpoint } from './endpoint.ts'
import {
  fileVersion,
  grantedPerk,
  newShopItem,
  ownListing,
  ownOrder,
  paidOrder,
  perkBatch,
  soldSkin,
  strayPayment,
  unreadableAnswer,
} from './records.ts'

const timeCursor = `1700000000000000.${randomUUID()}`

/** The endpoints for the staff only. */
export const adminEndpoints: readonly Endpoint[] = [
  {
    route: 'POST /api/admin/session',
    bodyContract: openAdminSessionRequest,
    prepare: () => ({ body: { code: accessCode } }),
  },
  { route: 'GET /api/admin/session', prepare: () => ({}) },
  { route: 'DELETE /api/admin/session', endsSession: true, prepare: () => ({}) },
  { route: 'GET /api/admin/sales', prepare: () => ({}) },
  { route: 'GET /api/admin/demo-data', prepare: () => ({}) },
  { route: 'DELETE /api/admin/demo-data', prepare: () => ({}) },
  { route: 'GET /api/admin/adapters', prepare: () => ({}) },
  {
    route: 'POST /api/admin/adapters/:name/check',
    when: 'that is not configured',
    prepare: () => ({ params: { name: 'cftools' } }),
  },
  {
    route: 'POST /api/admin/adapters/:name/enable',
    prepare: () => ({ params: { name: 'lb-core' } }),
  },
  {
    route: 'GET /api/admin/adapters/:name/file-versions',
    prepare: () => ({ params: { name: 'lb-core' } }),
  },
  {
    route: 'POST /api/admin/adapters/:name/file-versions/:id/put-back',
    prepare: async (setup) => ({ params: { name: 'lb-core', id: await fileVersion(setup) } }),
  },
  {
    route: 'GET /api/admin/perks',
    queryContract: adminGrantsQuery,
    prepare: () => ({
      query: { steamId: newSteamId(), state: 'unfinished', cursor: timeCursor },
    }),
  },
  {
    route: 'POST /api/admin/perks',
    bodyContract: grantPerkRequest,
    prepare: () => ({
      body: {
        steamId: newSteamId(),
        perk: 'name_tag_color',
        params: { color: { r: 255, g: 0, b: 0 } },
        months: 1,
        until: undefined,
        permanent: undefined,
        reason: 'Won the race.',
      },
    }),
  },
  {
    route: 'DELETE /api/admin/perks/:id',
    bodyContract: voidPerkRequest,
    prepare: async (setup) => ({
      params: { id: (await grantedPerk(setup)).id },
      body: { reason: 'For the wrong player.' },
    }),
  },
  {
    route: 'POST /api/admin/perks/:id/delivered',
    bodyContract: perkDeliveredRequest,
    prepare: async (setup) => ({
      // One that no adapter serves.
      params: { id: (await grantedPerk(setup, 'vip')).id },
      body: { delivered: true },
    }),
  },
  { route: 'GET /api/admin/perk-batches', prepare: () => ({}) },
  { route: 'GET /api/admin/outages', prepare: () => ({}) },
  {
    route: 'POST /api/admin/perk-compensations',
    bodyContract: compensatePerksRequest,
    prepare: () => ({
      body: { perks: ['priority_queue'], hours: 14.5, reason: 'An outage.', dryRun: true },
    }),
  },
  {
    route: 'DELETE /api/admin/perk-compensations/:id',
    bodyContract: undoPerksRequest,
    prepare: async (setup) => ({
      params: { id: await perkBatch(setup, 'compensation') },
      body: { reason: 'There was no outage.' },
    }),
  },
  {
    route: 'POST /api/admin/perk-transfers',
    bodyContract: transferPerksRequest,
    prepare: async (setup) => ({
      body: {
        from: (await grantedPerk(setup)).steamId,
        to: newSteamId(),
        reason: 'Another account.',
        dryRun: true,
      },
    }),
  },
  {
    route: 'DELETE /api/admin/perk-transfers/:id',
    bodyContract: undoPerksRequest,
    prepare: async (setup) => ({
      params: { id: await perkBatch(setup, 'transfer') },
      body: { reason: 'The wrong account.' },
    }),
  },
  {
    route: 'POST /api/admin/perk-imports',
    bodyContract: importPerksRequest,
    prepare: () => ({
      body: {
        source: 'csv',
        text: `steam64,perk\n${newSteamId()},priority_queue`,
        until: '2099-12-31T00:00:00Z',
        permanent: undefined,
        dryRun: true,
      },
    }),
  },
  {
    route: 'DELETE /api/admin/perk-imports/:id',
    bodyContract: undoPerksRequest,
    prepare: async (setup) => ({
      params: { id: await perkBatch(setup, 'import') },
      body: { reason: 'The wrong list.' },
    }),
  },
  {
    route: 'GET /api/admin/orders',
    queryContract: adminOrdersQuery,
    prepare: () => ({
      query: {
        search: 'sokol',
        status: 'settled',
        paid: 'true',
        toDeliver: 'true',
        cursor: timeCursor,
      },
    }),
  },
  {
    route: 'PATCH /api/admin/orders/:id',
    bodyContract: changeDeliveryRequest,
    prepare: async (setup) => ({
      params: { id: await paidOrder(setup) },
      body: { delivered: true },
    }),
  },
  {
    route: 'PATCH /api/admin/orders/:id/donor-listing',
    bodyContract: changeDonorListingRequest,
    prepare: async (setup) => ({
      params: { id: await ownOrder(setup) },
      body: { revoked: true },
    }),
  },
  { route: 'GET /api/admin/inbox', prepare: () => ({}) },
  {
    route: 'POST /api/admin/inbox/:id/assign',
    when: 'a payment that PayPal does not know',
    bodyContract: assignPaymentRequest,
    prepare: async (setup) => ({
      params: { id: await strayPayment(setup) },
      body: { orderId: await ownOrder(setup) },
    }),
  },
  {
    route: 'POST /api/admin/inbox/:id/resolve',
    bodyContract: resolvePaymentRequest,
    prepare: async (setup) => ({
      params: { id: await strayPayment(setup) },
      body: { note: 'Sent back at PayPal.' },
    }),
  },
  {
    route: 'POST /api/admin/unreadable-answers/:id/resolve',
    bodyContract: resolvePaymentRequest,
    prepare: async (setup) => ({
      params: { id: await unreadableAnswer(setup) },
      body: { note: 'Sent back at PayPal.' },
    }),
  },
  {
    route: 'GET /api/admin/pack-orders',
    queryContract: adminPackOrdersQuery,
    prepare: () => ({ query: { search: 'sokol', cursor: timeCursor } }),
  },
  {
    route: 'POST /api/admin/krypto-credits',
    bodyContract: creditKrRequest,
    prepare: () => ({
      body: { steamId: newSteamId(), discordUsername: 'sokol', amount: 100 },
    }),
  },
  {
    route: 'GET /api/admin/balances',
    queryContract: balancesQuery,
    prepare: () => ({ query: { search: 'sokol', cursor: '500.76561198006409530' } }),
  },
  {
    route: 'GET /api/admin/krypto-transactions',
    queryContract: adminTransactionsQuery,
    prepare: () => ({ query: { search: 'sokol', type: 'admin_add', cursor: '999' } }),
  },
  {
    route: 'GET /api/admin/skin-purchases',
    queryContract: adminSkinPurchasesQuery,
    prepare: () => ({ query: { search: 'sokol', toDeliver: 'true', cursor: timeCursor } }),
  },
  {
    route: 'PATCH /api/admin/skin-purchases/:id',
    bodyContract: changeDeliveryRequest,
    prepare: async (setup) => ({
      params: { id: await soldSkin(setup) },
      body: { delivered: true },
    }),
  },
  {
    route: 'PATCH /api/admin/tasks/:id',
    bodyContract: changeTaskRequest,
    prepare: async (setup) => ({
      params: { id: await soldSkin(setup) },
      body: { state: 'in_progress', from: 'open' },
    }),
  },
  {
    route: 'POST /api/admin/tasks/:id/notes',
    bodyContract: addTaskNoteRequest,
    prepare: async (setup) => ({
      params: { id: await soldSkin(setup) },
      body: { text: 'A first look.', picture: asDataUrl(await picture()) },
    }),
  },
  {
    route: 'GET /api/admin/krypto-flows',
    queryContract: flowsQuery,
    prepare: () => ({ query: { days: '30' } }),
  },
  { route: 'GET /api/admin/ledger-check', prepare: () => ({}) },
  {
    route: 'GET /api/admin/audit-log',
    queryContract: auditQuery,
    prepare: () => ({ query: { search: 'sokol', cursor: '999' } }),
  },
  {
    route: 'POST /api/admin/shop-items',
    bodyContract: addShopItemRequest,
    prepare: async () => ({ body: await itemBody() }),
  },
  {
    route: 'PATCH /api/admin/shop-items/:id',
    bodyContract: editShopItemRequest,
    prepare: async (setup) => ({
      params: { id: (await newShopItem(setup)).id },
      body: { name: 'Toxic Mosin', price: 300, image_url: '/images/none.webp' },
    }),
  },
  {
    route: 'DELETE /api/admin/shop-items/:id',
    prepare: async (setup) => ({ params: { id: (await newShopItem(setup)).id } }),
  },
  {
    route: 'GET /api/admin/team-listings',
    queryContract: adminTeamListingsQuery,
    prepare: () => ({ query: { search: 'duo', shown: 'live', cursor: timeCursor } }),
  },
  {
    route: 'PATCH /api/admin/team-listings/:id',
    bodyContract: moderateTeamListingRequest,
    prepare: async (setup) => ({
      params: { id: await ownListing(setup) },
      body: { removed: true, reason: 'An advertisement.' },
    }),
  },
  {
    route: 'DELETE /api/admin/team-listings/:id/reports',
    prepare: async (setup) => ({ params: { id: await ownListing(setup) } }),
  },
]
