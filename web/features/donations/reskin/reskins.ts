import type { ReskinSlug } from '#domain/catalogue.ts'
import type { GearName } from '#web/art/reskinned.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'

export interface ReskinProduct<Slug extends ReskinSlug = ReskinSlug> {
  readonly slug: Slug
  readonly path: string
  /** The page with its tile. */
  readonly up: string
  readonly gear: GearName
  /** The name of its offers without the tier, the same in every language. */
  readonly title: () => string
  /** Its kind, in the language of the page. */
  readonly label: () => string
  /** What one of it covers. */
  readonly scope: () => string
}

/** The six reskins, each with its page. */
export const reskinProducts: { readonly [Slug in ReskinSlug]: ReskinProduct<Slug> } = {
  'reskin-top': {
    slug: 'reskin-top',
    path: paths.reskinTop(),
    up: paths.reskinGear(),
    gear: 'top',
    title: m.reskin_top_title,
    label: m.reskin_top,
    scope: m.reskin_top_scope,
  },
  'reskin-pant': {
    slug: 'reskin-pant',
    path: paths.reskinPant(),
    up: paths.reskinGear(),
    gear: 'pant',
    title: m.reskin_pant_title,
    label: m.reskin_pant,
    scope: m.reskin_pant_scope,
  },
  'reskin-armour': {
    slug: 'reskin-armour',
    path: paths.reskinArmour(),
    up: paths.reskinGear(),
    gear: 'armour',
    title: m.reskin_armour_title,
    label: m.reskin_armour,
    scope: m.reskin_armour_scope,
  },
  'reskin-helmet': {
    slug: 'reskin-helmet',
    path: paths.reskinHelmet(),
    up: paths.reskinGear(),
    gear: 'helmet',
    title: m.reskin_helmet_title,
    label: m.reskin_helmet,
    scope: m.reskin_helmet_scope,
  },
  'reskin-sniper': {
    slug: 'reskin-sniper',
    path: paths.reskinSniper(),
    up: paths.reskinWeapon(),
    gear: 'sniper',
    title: m.reskin_sniper_title,
    label: m.reskin_sniper,
    scope: m.reskin_sniper_scope,
  },
  'reskin-auto': {
    slug: 'reskin-auto',
    path: paths.reskinAuto(),
    up: paths.reskinWeapon(),
    gear: 'auto',
    title: m.reskin_auto_title,
    label: m.reskin_auto,
    scope: m.reskin_auto_scope,
  },
}
