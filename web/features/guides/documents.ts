import readIndex from 'content:index'
import type { ComponentType } from 'react'
import type { Language } from '#contract/language.ts'
import { paths } from '#web/app/paths.ts'
import type { DrawingProps } from '#web/art/guides/parts/drawing-box.tsx'
import { getLocale } from '#web/i18n/runtime.ts'

/** A guide or a rules text without its content. */
interface DocumentEntry {
  readonly section: 'guides' | 'rules'
  readonly slug: string
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** The day when its meaning last changed: `2026-11-21`. */
  readonly changed: string
  /** The language of the text. It differs from the page's where there is no current translation. */
  readonly language: Language
}

/** The `lang` attribute for words of a text: undefined if they are in the page's language. */
export function foreignLanguage({ language }: DocumentEntry): Language | undefined {
  return language === getLocale() ? undefined : language
}

/** A guide or a rules text, as the build makes it from a file in `content/`. */
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

/** A part of a document under one heading, as plain text. */
export interface SearchText extends Pick<DocumentEntry, 'section' | 'slug'> {
  /** Empty for the part before the first heading. */
  readonly anchor: string
  readonly heading: string
  readonly text: string
}

/**
 * A drawing for texts, which the build imports with the text. `picture:flag-claim` is the file
 * `web/art/guides/flag-claim.svg`, `picture:keycards`, which has captions, the component `Keycards`
 * of `web/art/guides/keycards.tsx`.
 */
export type Drawing = string | ComponentType<DrawingProps>

type Section = DocumentEntry['section']

interface DocumentRoute {
  readonly section: Section
  readonly slug: string
  readonly path: string
  /** The paths of the texts to read next. */
  readonly related: readonly string[]
}

/** The page of each text in `content/`, in the order of the tiles. */
export const documentRoutes: readonly DocumentRoute[] = [
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

function guide(slug: string, path: string, ...related: readonly string[]): DocumentRoute {
  return { section: 'guides', slug, path, related }
}

function rules(slug: string, path: string, ...related: readonly string[]): DocumentRoute {
  return { section: 'rules', slug, path, related }
}

/** A text with the address of its page. */
export interface DocumentWithPath extends DocumentEntry, DocumentRoute {}

/** All texts in the page's language. */
export function allDocuments(): readonly DocumentWithPath[] {
  return documentRoutes.map(withEntry)
}

/** Throws for a path without a text. */
export function documentAt(path: string): DocumentWithPath {
  const place = documentRoutes.find((one) => one.path === path)
  if (!place) throw new Error(`${path} has no text in content/`)
  return withEntry(place)
}

/** Throws for a page without a text; a test makes sure that there is none. */
function withEntry(place: DocumentRoute): DocumentWithPath {
  const { section, slug } = place
  const entry = readIndex().find((one) => one.section === section && one.slug === slug)
  if (!entry) throw new Error(`content/${section}/${slug} does not exist`)
  return { ...entry, ...place }
}

/** The guides, or the rules. */
export function documentsOf(section: Section): readonly DocumentWithPath[] {
  return allDocuments().filter((document) => document.section === section)
}
