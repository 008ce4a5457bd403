import type { SiteSections } from '#contract/site-sections.ts'
import { siteFiles } from '#server/services/site/files.ts'

/** All settings that production needs, none of them real. */
export const productionSettings = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://shop.example',
  DATABASE_URL: 'postgres://shop:database-password@db.example/shop?sslmode=verify-full',
  SESSION_SECRET: 'vT4x9QmZ2cLw7RbYe5HnKs8dJg3FuA6p',
  ADMIN_ACCESS_CODE: 'only the owner knows',
  BETA_CODE: '271828',
  REQUIRE_STEAM_CLAIM: 'true',
  DISCORD_CLIENT_ID: '300000000000000001',
  DISCORD_CLIENT_SECRET: 'discord secret',
  DISCORD_WEBHOOK_URL: 'https://discord.com/api/webhooks/300000000000000002/token',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PAYPAL_CLIENT_ID: 'paypal id',
  PAYPAL_CLIENT_SECRET: 'paypal secret',
  PAYPAL_WEBHOOK_ID: 'WH1',
} as const

/** This community's products and texts, with an owner's prices, addresses and videos. */
export const productionSite: SiteSections = {
  ...siteFiles,
  community: {
    ...siteFiles.community,
    discordInviteUrl: 'https://discord.gg/AnInviteOfHisOwn',
    videos: { baseBuilding: 'dQw4w9WgXcQ', raidAlerts: null },
  },
  legal: {
    sellerName: 'Camille Durand',
    legalForm: 'Entrepreneur individuel',
    address: '12 rue des Lilas, 35000 Rennes, France',
    email: 'bonjour@shop.example',
    phone: null,
    registration: 'SIREN 123 456 789',
    vat: 'TVA non applicable, article 293 B du CGI',
    publicationDirector: 'Camille Durand',
    hostName: 'Machines SARL',
    hostAddress: '1 quai du Port, 13002 Marseille, France',
    hostPhone: null,
    mediator: null,
  },
  products: { ...siteFiles.products, discordRoles: [] },
}
