import { z } from 'zod'
import {
  ruledSections,
  siteSections,
  type SectionName,
  type SiteSections,
} from '#contract/site-sections.ts'
import { createCatalogue } from '#domain/catalogue.ts'
import { createPacks } from '#domain/packs.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { SavedEdits } from '#server/services/edits/edits.ts'
import { findLostProducts } from './lost-products.ts'

/** The owner's files have mistakes, or do not fit what is saved. The message has a sentence for each fault. */
export class SiteFault extends Error {
  override readonly name = 'SiteFault'
}

/** The community as its owner has it. */
export type Site = ReturnType<typeof assembleSite>

export interface SiteReader {
  /** What holds where nothing is saved. */
  readonly files: SiteSections
  /** The community now. Read it at the moment of use: it changes. */
  readonly current: () => Site
  /** For a sale: no change is saved until the transaction ends. */
  readonly hold: (trx: Trx) => Promise<Site>
}

/** @throws SiteFault */
export async function openSite(
  { database, edits, clock }: Pick<Services, 'database' | 'edits' | 'clock'>,
  files: SiteSections,
): Promise<SiteReader> {
  let saved = edits.current()
  const first = readSections(files, saved)
  if (!first.success) throw new SiteFault(sentencesOf(first.error, saved).join('\n'))
  const lost = await findLostProducts(database.db, first.data.products.products, clock())
  if (lost.length > 0) {
    throw new SiteFault(lost.map(({ message }) => `site/products.ts: ${message}.`).join('\n'))
  }
  let site = assembleSite(first.data, files)
  function siteOf(newest: SavedEdits): Site {
    if (newest === saved) return site
    saved = newest
    const read = readSections(files, newest)
    // Another version of the product may have saved what this one cannot read.
    if (read.success) site = assembleSite(read.data, files)
    return site
  }
  return {
    files,
    current: () => siteOf(edits.current()),
    hold: async (trx) => siteOf(await edits.hold(trx)),
  }
}

/** The sections with what follows from them. */
export function assembleSite(sections: SiteSections, files: SiteSections) {
  const { community } = sections
  const { products, discordRoles } = sections.products
  return {
    ...sections,
    // A guide that came with an update may show a video that the saved section does not know.
    community: { ...community, videos: { ...files.community.videos, ...community.videos } },
    packTerms: sections.packs,
    products,
    discordRoles,
    catalogue: createCatalogue(products, sections.prices),
    packs: createPacks(sections.packs),
  }
}

/** The name of a section among what is saved. */
export function sectionEditName(section: SectionName): string {
  return `site/${section}`
}

/** Checks the files with what is saved instead, and perhaps with a section that is about to be. */
export function readSections(
  files: SiteSections,
  { byName }: SavedEdits,
  changed: Partial<Readonly<Record<SectionName, unknown>>> = {},
) {
  const values = ruledSections.map((section): [string, unknown] => {
    const edit = byName.get(sectionEditName(section))?.value
    return [section, changed[section] ?? edit ?? files[section]]
  })
  return z.safeParse(siteSections, Object.fromEntries(values))
}

/** Where a section is in `site/`. */
const places: Readonly<Record<keyof SiteSections, readonly string[]>> = {
  community: ['community.ts'],
  server: ['server.ts'],
  ranks: ['community.ts', 'donorRanksFromEuros'],
  people: ['community.ts', 'teamMembers'],
  legal: ['legal.ts', 'legalParticulars'],
  notices: [],
  goal: [],
  discord: ['community.ts', 'discordChannels'],
  prices: ['prices.ts', 'priceList'],
  packs: ['packs.ts', 'kryptoPacks'],
  products: ['products.ts'],
  monetisation: ['monetisation.ts', 'monetisation'],
}

/** A sentence for each fault, naming the file, or the section that is saved in /admin. */
export function sentencesOf(
  { issues }: Pick<z.core.$ZodError, 'issues'>,
  { byName }: Pick<SavedEdits, 'byName'>,
): string[] {
  return issues.map(({ path: [first, ...path], message }) => {
    const section = ruledSections.find((name) => name === first)
    if (section === undefined) return `site: ${message}.`
    const [file, ...prefix] = places[section]
    const isSaved = (byName.get(sectionEditName(section))?.value ?? null) !== null
    const place = z.core.toDotPath(isSaved ? path : [...prefix, ...path])
    return isSaved
      ? `${place} of ${section}, as saved in /admin: ${message}. Undo the change of site/, or change it in /admin first.`
      : `site/${file}, ${place}: ${message}.`
  })
}
