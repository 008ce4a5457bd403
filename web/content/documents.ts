import readIndex from 'content:index'
import { paths } from '#web/paths.ts'
import type { DocumentEntry } from './document.ts'

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
