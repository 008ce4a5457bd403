import type { Product } from './products.ts'

/** What the game's publisher distinguishes in its monetisation rules, as far as a shop can sell it. */
export const saleCategories = [
  /** A place ahead in the queue, or a reserved slot. */
  'queue',
  /** The colour of a name or a tag. */
  'tag',
  /** Another look of an item that all players can get. */
  'skin',
  /** A role in Discord. */
  'discord',
  /** Any other thing that changes nothing but looks. */
  'cosmetic',
  /** Money for the server, for nothing in return. */
  'support',
  /** What the rules do not name: the owner has to decide, or ask the publisher. */
  'other',
] as const
export type SaleCategory = (typeof saleCategories)[number]

/** That of a product, as the owner has chosen it, or as its kind says. */
export function categoryOf(
  product: Product,
  chosen: Readonly<Record<string, SaleCategory>>,
): SaleCategory {
  return chosen[product.slug] ?? usualCategory(product)
}

function usualCategory(product: Product): SaleCategory {
  if (product.kind === 'color-tag') return 'tag'
  if (product.kind === 'reskin') return 'skin'
  return product.kind === 'timed' && product.perk === 'priority_queue' ? 'queue' : 'other'
}

interface Words {
  /** Things of the game: none may be sold, but a skin is named after its own. */
  readonly things: string
  /** What changes the game. */
  readonly advantages: string
}

/**
 * What the publisher forbids to sell, as words of each language: `*` is any ending. Its rules name
 * “in-game money, weapons, ammo, vehicles, discounts, vehicle spawns, housing and any other gameplay
 * affecting features”.
 */
const forbiddenWords: Readonly<Record<'fr' | 'en' | 'ru' | 'es', Words>> = {
  fr: {
    things: 'arme|armes|fusil*|munition*|véhicule*|voiture*|hélicoptère*',
    advantages:
      'argent|monnaie*|rouble*|réduction*|rabais|spawn*|base|bases|maison*|raid*|butin*|loot*|stats?|statistique*|kit|kits|assurance*|dégâts?',
  },
  en: {
    things: 'weapon*|gun|guns|rifle*|ammo|ammunition|vehicle*|car|cars|helicopter*',
    advantages:
      'money|currenc*|rouble*|discount*|spawn*|base|bases|housing|house*|raid*|loot*|stats?|statistic*|kit|kits|insurance|damage*',
  },
  ru: {
    things:
      'оруж*|автомат|автоматы|винтов*|патрон*|боеприпас*|машин*|автомобил*|транспорт*|вертол*',
    advantages:
      'деньг*|денег|валют*|рубл*|скидк*|спавн*|база|базу|базы|базе|дом|дома|рейд*|лут*|статистик*|набор*|страховк*|урон*',
  },
  es: {
    things: 'arma|armas|fusil*|munici*|vehículo*|coche*|helicóptero*',
    advantages:
      'dinero|moneda*|rublo*|descuento*|spawn*|base|bases|casa|casas|raid*|botín|loot*|stats?|estadística*|kit|kits|indemniza*|daño*',
  },
}

const patterns = Object.entries(forbiddenWords).map(([language, { things, advantages }]) => ({
  language,
  ofSkins: wordsOf(advantages),
  ofOthers: wordsOf(`${things}|${advantages}`),
}))

function wordsOf(list: string): RegExp {
  const words = list.replaceAll('*', String.raw`\p{L}*`)
  return new RegExp(String.raw`(?<![\p{L}\d])(?:${words})(?![\p{L}\d])`, 'giu')
}

/** By language and slug, whatever they have of lines. */
type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/**
 * The words in a product's name and texts that the publisher forbids to sell, as they are written.
 * They may be harmless where they stand: somebody has to look.
 */
export function findForbiddenWords(
  { slug, name }: Product,
  category: SaleCategory,
  texts: TextsByLanguage,
): readonly string[] {
  const found = patterns.flatMap(({ language, ofSkins, ofOthers }) => {
    const pattern = category === 'skin' ? ofSkins : ofOthers
    return linesIn([name, texts[language]?.[slug]]).flatMap((line) =>
      [...line.normalize().toLowerCase().matchAll(pattern)].map(([word]) => word),
    )
  })
  return [...new Set(found)]
}

function linesIn(text: unknown): readonly string[] {
  if (typeof text === 'string') return [text]
  return typeof text === 'object' && text !== null ? Object.values(text).flatMap(linesIn) : []
}

interface Guarded {
  readonly categories: Readonly<Record<string, SaleCategory>>
  /** By slug the words that the owner has looked at. */
  readonly seen: Readonly<Record<string, readonly string[]>>
}

/** What the owner should look at in a product. */
export interface SaleWarning {
  readonly product: Product
  readonly category: SaleCategory
  readonly words: readonly string[]
  /** Whether they have, and nothing has been added since. */
  readonly isSeen: boolean
}

/** The products with words that the publisher forbids, or of none of the categories that it allows. */
export function findSaleWarnings(
  products: readonly Product[],
  texts: TextsByLanguage,
  { categories, seen }: Guarded,
): readonly SaleWarning[] {
  return products.flatMap((product) => {
    const category = categoryOf(product, categories)
    const words = findForbiddenWords(product, category, texts)
    if (words.length === 0 && category !== 'other') return []
    const known = seen[product.slug]
    const isSeen = known !== undefined && words.every((word) => known.includes(word))
    return [{ product, category, words, isSeen }]
  })
}

/** How many days before an approval ends its owner is reminded. */
export const approvalReminderDays = [60, 30, 7] as const

const dayMs = 24 * 60 * 60_000

/** Whole days until a day such as `2027-01-31`; negative when it is over. */
export function daysUntil(day: string, now: Date): number {
  return Math.round((Date.parse(day) - Date.parse(now.toISOString().slice(0, 10))) / dayMs)
}
