import * as adminPerks from '#contract/admin-perks.ts'
import * as books from '#contract/books.ts'
import * as connections from '#contract/connections.ts'
import * as documents from '#contract/documents.ts'
import * as kryptonite from '#contract/kryptonite.ts'
import * as shopArchive from '#contract/shop-archive.ts'
import * as site from '#contract/site.ts'
import * as skins from '#contract/skins.ts'
import * as staff from '#contract/staff.ts'
import * as messages from '#contract/order-messages.ts'
import * as tasks from '#contract/tasks.ts'
import * as team from '#contract/team.ts'
import { randomUUID } from 'node:crypto'
import { siteFiles } from '#server/services/site/files.ts'
import { accessCode } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { asDataUrl, picture } from '#test/factories/pictures.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import type { Example } from './endpoint.ts'
import type { Setup } from './setup.ts'
import {
  fileVersion,
  grantedPerk,
  newMessage,
  newShopItem,
  ownListing,
  ownOrder,
  paidOrder,
  perkBatch,
  siteVersion,
  soldSkin,
  strayPayment,
  unreadableAnswer,
} from './records.ts'

const timeCursor = `1700000000000000.${randomUUID()}`

/** The endpoints for the staff only. */
export const adminEndpoints: readonly Example[] = [
  { ...staff.openAdminSession, prepare: () => ({ body: { code: accessCode, name: 'Anna' } }) },
  { ...staff.readAdminSession, prepare: () => ({}) },
  { ...staff.closeAdminSession, endsSession: true, prepare: () => ({}) },
  { ...staff.readToday, prepare: () => ({}) },
  { ...books.readBooks, prepare: () => ({ query: { month: '2026-01' } }) },
  { ...books.downloadBooks, prepare: () => ({ query: { month: '2026-01' } }) },
  { ...shopArchive.exportShop, prepare: () => ({}) },
  { ...connections.listConnections, prepare: () => ({}) },
  { ...connections.testConnection, prepare: () => ({ params: { name: 'settings' } }) },
  { ...staff.findDemoData, prepare: () => ({}) },
  { ...staff.removeDemoData, prepare: () => ({}) },
  { ...adminPerks.listAdapters, prepare: () => ({}) },
  {
    ...adminPerks.checkAdapter,
    when: 'that is not configured',
    prepare: () => ({ params: { name: 'cftools' } }),
  },
  {
    ...adminPerks.enableAdapter,
    prepare: () => ({ params: { name: 'lb-core' } }),
  },
  {
    ...adminPerks.listFileVersions,
    prepare: () => ({ params: { name: 'lb-core' } }),
  },
  {
    ...adminPerks.restoreFileVersion,
    prepare: async (setup) => ({ params: { name: 'lb-core', id: await fileVersion(setup) } }),
  },
  {
    ...adminPerks.listGrants,
    prepare: () => ({
      query: { steamId: newSteamId(), state: 'unfinished', cursor: timeCursor },
    }),
  },
  {
    ...adminPerks.grantPerk,
    prepare: () => ({
      body: {
        steamId: newSteamId(),
        perk: 'name_tag_color',
        params: { color: { r: 255, g: 0, b: 0 } },
        days: undefined,
        months: 1,
        until: undefined,
        permanent: undefined,
        reason: 'Won the race.',
      },
    }),
  },
  {
    ...adminPerks.voidGrant,
    prepare: async (setup) => ({
      params: { id: (await grantedPerk(setup)).id },
      body: { reason: 'For the wrong player.' },
    }),
  },
  {
    ...adminPerks.deliverGrant,
    prepare: async (setup) => ({
      // One that no adapter serves.
      params: { id: (await grantedPerk(setup, 'vip')).id },
      body: { delivered: true },
    }),
  },
  { ...adminPerks.listPerkBatches, prepare: () => ({}) },
  { ...adminPerks.listOutages, prepare: () => ({}) },
  {
    ...adminPerks.compensatePerks,
    prepare: () => ({
      body: { perks: ['priority_queue'], hours: 14.5, reason: 'An outage.', dryRun: true },
    }),
  },
  {
    ...adminPerks.undoCompensation,
    prepare: async (setup) => ({
      params: { id: await perkBatch(setup, 'compensation') },
      body: { reason: 'There was no outage.' },
    }),
  },
  {
    ...adminPerks.transferPerks,
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
    ...adminPerks.undoTransfer,
    prepare: async (setup) => ({
      params: { id: await perkBatch(setup, 'transfer') },
      body: { reason: 'The wrong account.' },
    }),
  },
  {
    ...adminPerks.importPerks,
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
    ...adminPerks.undoImport,
    prepare: async (setup) => ({
      params: { id: await perkBatch(setup, 'import') },
      body: { reason: 'The wrong list.' },
    }),
  },
  {
    ...staff.searchOrders,
    prepare: () => ({
      query: {
        search: 'sokol',
        status: 'paid',
        paid: 'true',
        toDeliver: 'true',
        unanswered: 'true',
        cursor: timeCursor,
      },
    }),
  },
  {
    ...staff.changeDelivery,
    prepare: async (setup) => ({
      params: { id: await paidOrder(setup) },
      body: { delivered: true },
    }),
  },
  {
    ...staff.moderateDonorListing,
    prepare: async (setup) => ({
      params: { id: await ownOrder(setup) },
      body: { revoked: true },
    }),
  },
  { ...staff.readInbox, prepare: () => ({}) },
  {
    ...staff.assignPayment,
    when: 'a payment that PayPal does not know',
    prepare: async (setup) => ({
      params: { id: await strayPayment(setup) },
      body: { orderId: await ownOrder(setup) },
    }),
  },
  {
    ...staff.resolveEntry,
    when: 'a payment',
    prepare: async (setup) => ({
      params: { id: await strayPayment(setup) },
      body: { note: 'Sent back at PayPal.' },
    }),
  },
  {
    ...staff.resolveEntry,
    when: 'an unreadable answer',
    prepare: async (setup) => ({
      params: { id: await unreadableAnswer(setup) },
      body: { note: 'Sent back at PayPal.' },
    }),
  },
  {
    ...kryptonite.listPackOrders,
    prepare: () => ({ query: { search: 'sokol', cursor: timeCursor } }),
  },
  {
    ...kryptonite.correctKr,
    prepare: () => ({
      body: { steamId: newSteamId(), amount: 5, reason: 'Won the race.', evenBelowZero: false },
    }),
  },
  {
    ...kryptonite.creditKr,
    prepare: () => ({
      body: { steamId: newSteamId(), discordUsername: 'sokol', amount: 100 },
    }),
  },
  {
    ...kryptonite.listBalances,
    prepare: () => ({ query: { search: 'sokol', cursor: '500.76561198006409530' } }),
  },
  {
    ...kryptonite.searchTransactions,
    prepare: () => ({ query: { search: 'sokol', type: 'admin_add', cursor: '999' } }),
  },
  {
    ...skins.listSkinPurchases,
    prepare: () => ({ query: { search: 'sokol', toDeliver: 'true', cursor: timeCursor } }),
  },
  {
    ...messages.readMessagesAsStaff,
    prepare: async (setup) => ({ params: { id: await paidOrder(setup) } }),
  },
  {
    ...messages.addMessageAsStaff,
    prepare: async (setup) => ({
      params: { id: await paidOrder(setup) },
      body: { text: 'At the trader.', picture: asDataUrl(await picture()) },
    }),
  },
  {
    ...messages.markMessagesReadAsStaff,
    prepare: async (setup) => ({
      params: { id: await paidOrder(setup) },
      body: { readUpTo: 1 },
    }),
  },
  ...[messages.readPictureAsStaff, messages.removeMessage].map((endpoint) => ({
    ...endpoint,
    prepare: async (setup: Setup) => ({
      params: (await newMessage(setup, await paidOrder(setup))).params,
    }),
  })),
  {
    ...tasks.changeTask,
    prepare: async (setup) => ({
      params: { id: await soldSkin(setup) },
      body: { state: 'in_progress', from: 'open' },
    }),
  },
  {
    ...tasks.addTaskNote,
    prepare: async (setup) => ({
      params: { id: await soldSkin(setup) },
      body: { text: 'A first look.', picture: asDataUrl(await picture()) },
    }),
  },
  {
    ...kryptonite.readFlows,
    prepare: () => ({ query: { days: '30' } }),
  },
  { ...kryptonite.checkLedger, prepare: () => ({}) },
  {
    ...staff.listAudit,
    prepare: () => ({ query: { search: 'sokol', cursor: '999' } }),
  },
  { ...skins.listAllShopItems, prepare: () => ({}) },
  {
    ...skins.addShopItem,
    prepare: async () => ({ body: await itemBody({ stock: 5, hidden: false }) }),
  },
  {
    ...skins.changeShopItem,
    prepare: async (setup) => ({
      params: { id: (await newShopItem(setup)).id },
      body: {
        name: 'Toxic Mosin',
        price: 300,
        image_url: '/images/none.webp',
        stock: 5,
        hidden: false,
        position: 1,
      },
    }),
  },
  {
    ...skins.deleteShopItem,
    prepare: async (setup) => ({ params: { id: (await newShopItem(setup)).id } }),
  },
  {
    ...team.searchListings,
    prepare: () => ({ query: { search: 'duo', shown: 'live', cursor: timeCursor } }),
  },
  {
    ...team.moderateListing,
    prepare: async (setup) => ({
      params: { id: await ownListing(setup) },
      body: { removed: true, reason: 'An advertisement.' },
    }),
  },
  {
    ...team.closeReports,
    prepare: async (setup) => ({
      params: { id: await ownListing(setup) },
      query: { until: '2026-11-30T12:00:00.000Z' },
    }),
  },
  { ...site.listSections, prepare: () => ({}) },
  {
    ...site.saveSections,
    prepare: async (setup) => ({
      body: {
        sections: {
          prices: { value: siteFiles.prices, version: await siteVersion(setup, 'prices') },
        },
      },
    }),
  },
  { ...site.readSold, prepare: () => ({}) },
  {
    ...site.saveSection,
    when: 'of notices',
    prepare: async (setup) => ({
      params: { section: 'notices' },
      body: { value: [], version: await siteVersion(setup, 'notices') },
    }),
  },
  {
    ...site.saveSection,
    when: 'of prices',
    prepare: async (setup) => ({
      params: { section: 'prices' },
      body: { value: siteFiles.prices, version: await siteVersion(setup, 'prices') },
    }),
  },
  {
    ...site.resetSection,
    prepare: async (setup) => ({
      params: { section: 'people' },
      query: { version: String(await siteVersion(setup, 'people')) },
    }),
  },
  {
    ...site.listSiteChanges,
    prepare: () => ({ query: { name: 'site/people', cursor: '999' } }),
  },
  {
    ...site.undoSiteChange,
    prepare: async (setup) => ({ params: { id: String(await siteVersion(setup, 'people')) } }),
  },
  { ...documents.listTexts, prepare: () => ({}) },
  { ...documents.readText, prepare: () => ({ params: guide }) },
  {
    ...documents.saveText,
    prepare: async (setup) => ({
      params: guide,
      body: { text: guideText, version: await textVersion(setup) },
    }),
  },
  {
    ...documents.resetText,
    prepare: async (setup) => ({
      params: guide,
      query: { version: String((await textVersion(setup)) ?? '') },
    }),
  },
  { ...documents.previewText, prepare: () => ({ body: { ...guide, text: guideText } }) },
  {
    ...documents.addTextPicture,
    prepare: async () => ({ body: { picture: asDataUrl(await picture()) } }),
  },
]

const guide = { kind: 'guides', slug: 'armour', language: 'es' }
const guideText = '---\ntitle: T\ndescription: D\nchanged: 2026-11-21\n---\nTexto.'

async function textVersion({ shop: { services } }: Setup): Promise<number | null> {
  const { byName } = await services.edits.refresh()
  return byName.get('documents/guides/armour/es')?.version ?? null
}
