import readIndex from 'content:index'
import type { ComponentType } from 'react'
import type { Language } from '#contract/language.ts'
import { paths } from '#web/app/paths.ts'
import { getLocale } from '#web/i18n/runtime.ts'

/** What is known of a guide or of rules without their text. */
interface DocumentEntry {
  readonly section: 'guides' | 'rules'
  readonly slug: string
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** The day when its meaning last changed: `2026-11-21`. */
  readonly changed: string
  /** The language that it is written in: another one than the page's where no current translation is. */
  readonly language: Language
}

/** What to mark the words of a text with, as `lang`: nothing where they are in the page's language. */
export function foreignLanguage({ language }: DocumentEntry): Language | undefined {
  return language === getLocale() ? undefined : language
}

/** A guide or rules, as the build makes them of a file in `content/`. */
export interface WrittenDocument extends DocumentEntry {
  readonly headings: readonly DocumentHeading[]
  readonly drawings: Readonly<Record<string, Drawing>>
  readonly Body: ComponentType<{ readonly components: object }>
}

interface DocumentHeading {
  readonly anchor: string
  readonly depth: number
  readonly heading: string
}

/** A part of a document under one heading, in plain words. */
export interface SearchText extends Pick<DocumentEntry, 'section' | 'slug'> {
  /** Empty for what stands before the first heading. */
  readonly anchor: string
  readonly heading: string
  readonly text: string
}

interface DrawingProps {
  /** What the drawing shows, for who cannot see it; without it the drawing is decoration. */
  readonly label?: string
}

/**
 * A drawing that texts name. `picture:flag-claim`, and `flag-claim` in a recipe, is the component
 * `FlagClaim` that `web/art/guides/flag-claim.tsx` exports; the build imports it with the text.
 */
export type Drawing = ComponentType<DrawingProps>

type Section = DocumentEntry['section']

interface DocumentPlace {
  readonly section: Section
  readonly slug: string
  readonly path: string
  /** What somebody who has read it mostly wants to read next: paths. */
  readonly related: readonly string[]
}

/** Where each text of `content/` is shown, in the order of the tiles. */
export const documentPlaces: readonly DocumentPlace[] = [
  guide('base-building', paths.guideBaseBuilding(), paths.rulesBuilding(), paths.guideRaidAlerts()),
  guide('kryptonique', paths.guideKryptonique(), paths.guideKryptoPoints()),
  guide('armour', paths.guideArmour(), paths.guideRaiding()),
  guide('keycards', paths.guideKeycards(), paths.guideArmour()),
  guide('raiding', paths.guideRaiding(), paths.rulesRaiding(), paths.guideRaidAlerts()),
  guide('raid-alerts', paths.guideRaidAlerts(), paths.guideBaseBuilding(), paths.rulesRaiding()),
  guide('kryptopoints', paths.guideKryptoPoints(), paths.guideKryptonique()),
  rules('general', paths.rulesGeneral(), paths.rulesCompensation()),
  rules('building', paths.rulesBuilding(), paths.guideBaseBuilding()),
  rules('raiding', paths.rulesRaiding(), paths.guideRaiding(), paths.guideRaidAlerts()),
  rules('compensation', paths.rulesCompensation(), paths.rulesGeneral()),
]

function guide(slug: string, path: string, ...related: readonly string[]): DocumentPlace {
  return { section: 'guides', slug, path, related }
}

function rules(slug: string, path: string, ...related: readonly string[]): DocumentPlace {
  return { section: 'rules', slug, path, related }
}

/** A text with the address of its page. */
export interface PlacedDocument extends DocumentEntry, DocumentPlace {}

/** All texts in the page's language. */
export function placedDocuments(): readonly PlacedDocument[] {
  return documentPlaces.map(withEntry)
}

/** Throws for a path at which there is no text. */
export function placedDocument(path: string): PlacedDocument {
  const place = documentPlaces.find((one) => one.path === path)
  if (!place) throw new Error(`${path} shows no text of content/`)
  return withEntry(place)
}

/** Throws for a page without a text, which a test rules out. */
function withEntry(place: DocumentPlace): PlacedDocument {
  const { section, slug } = place
  const entry = readIndex().find((one) => one.section === section && one.slug === slug)
  if (!entry) throw new Error(`content/${section}/${slug} does not exist`)
  return { ...entry, ...place }
}

/** The guides, or the rules. */
export function documentsOf(section: Section): readonly PlacedDocument[] {
  return placedDocuments().filter((document) => document.section === section)
}
