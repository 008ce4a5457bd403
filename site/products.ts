import type { DiscordRole, Product } from '#domain/products.ts'

/**
 * What this community sells, in the order of the pages. The prices are in `site/prices.ts`, the
 * texts in `content/products/`. Carts and orders keep the name of a product, so rename none that was
 * sold. `perk` says what is delivered in the game, `slots` how many players can have it at once.
 * `hidden: true` takes one off the pages and keeps its orders readable.
 */
export const products: readonly Product[] = [
  {
    kind: 'timed',
    slug: 'priority-queue',
    name: 'Priority Queue',
    perk: 'priority_queue',
    picture: 'queue',
  },
  { kind: 'color-tag', slug: 'clan-color-tag', name: 'Clan Color Tag', tag: 'clan' },
  { kind: 'color-tag', slug: 'name-color-tag', name: 'Name Color Tag', tag: 'name' },
  { kind: 'reskin', slug: 'reskin-top', name: 'Top Reskin', group: 'gear', picture: 'top' },
  { kind: 'reskin', slug: 'reskin-pant', name: 'Pant Reskin', group: 'gear', picture: 'pant' },
  {
    kind: 'reskin',
    slug: 'reskin-armour',
    name: 'Armure Reskin',
    group: 'gear',
    picture: 'armour',
  },
  {
    kind: 'reskin',
    slug: 'reskin-helmet',
    name: 'Helmet Reskin',
    group: 'gear',
    picture: 'helmet',
  },
  {
    kind: 'reskin',
    slug: 'reskin-sniper',
    name: 'Sniper Reskin',
    group: 'weapon',
    picture: 'sniper',
  },
  {
    kind: 'reskin',
    slug: 'reskin-auto',
    name: 'Auto Weapon Reskin',
    group: 'weapon',
    picture: 'auto',
  },
  { kind: 'extra', slug: 'reset-stats', name: 'Reset your stats', picture: 'reset-stats' },
  {
    kind: 'extra',
    slug: 'reset-enemies-stats',
    name: 'Reset your enemies stats',
    picture: 'reset-enemies',
  },
]

/**
 * Roles in Discord that buyers have for as long as a perk lasts, if they have linked their account
 * and their Steam ID. Put the ids of your own roles here (Discord: Settings → Advanced → Developer
 * Mode, then Copy Role ID), all of them below the role of the bot; this one is the sandbox's. With
 * `perk: 'priority_queue'`, `'name_tag_color'`, `'clan_tag_color'` or the slug of another timed
 * product a role is for that perk alone.
 */
export const discordRoles: readonly DiscordRole[] = [{ roleId: '100000000000000012' }]
