import { z } from 'zod'
import type { AnswerOf } from '#contract/endpoint.ts'
import { toFieldError, type FieldError } from '#contract/problem.ts'
import { productTextsOf } from '#contract/product-texts.ts'
import { sectionNames, type SectionName, type SiteSections } from '#contract/site-sections.ts'
import { sectionRights, type listSections, type SectionView } from '#contract/site.ts'
import type { PriceList } from '#domain/catalogue.ts'
import { mayDo, type StaffRole } from '#domain/rights.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import {
  saveEdits,
  type Edit,
  type EditCheck,
  type SavedEdits,
} from '#server/services/edits/edits.ts'
import { undoEdit, type EditChange } from '#server/services/edits/history.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { requireRight } from '#server/services/require-right.ts'
import { keepListPrices } from './list-prices.ts'
import { findLostProducts } from './lost-products.ts'
import { productTextFiles } from './product-texts.ts'
import { assembleSite, sectionEditName, readSections } from './site.ts'

type Saving = Pick<Services, 'config' | 'database' | 'clock' | 'edits' | 'site' | 'documents'>

/** The sections that somebody may change, each with what its file says. */
export async function describeSections(
  services: Saving,
  { role }: Admin,
): Promise<AnswerOf<typeof listSections>> {
  const { byName } = await services.edits.refresh()
  return Promise.all(
    sectionsOf(role).map((section) =>
      viewOf(services, section, byName.get(sectionEditName(section))),
    ),
  )
}

/** Those that somebody may change, and whose history they may read. */
export function sectionsOf(role: StaffRole): readonly SectionName[] {
  return sectionNames.filter((section) => mayDo(role, sectionRights[section]))
}

async function viewOf(
  saving: Saving,
  section: SectionName,
  edit: Edit | undefined,
): Promise<SectionView> {
  const fileValue = await fileValueOf(saving, section)
  return {
    section,
    value: edit?.value ?? fileValue,
    fileValue,
    version: edit?.version ?? null,
    changedBy: edit?.changedBy ?? null,
    changedAt: edit?.changedAt.toISOString() ?? null,
  }
}

async function fileValueOf({ site }: Saving, section: SectionName): Promise<unknown> {
  return section === 'productTexts' ? productTextFiles() : site.files[section]
}

/** By null the section is again what its file says. */
interface SectionChange {
  readonly value: unknown
  readonly version: number | null
}

type SectionChanges = Partial<Readonly<Record<SectionName, SectionChange>>>

/**
 * Saves a section, or brings back what its file says. Refuses with `forbidden`, with `edit_conflict`,
 * and with `validation_failed` what does not fit the other sections or what was sold.
 */
export async function saveSection(
  services: Saving,
  admin: Admin,
  section: SectionName,
  change: SectionChange,
): Promise<SectionView> {
  const byName = await saveAll(services, admin, { [section]: change }, () => ['value'])
  return viewOf(services, section, byName.get(sectionEditName(section)))
}

/** Saves all of these sections or none, each as `saveSection` does. */
export async function saveSections(
  services: Saving,
  admin: Admin,
  changes: SectionChanges,
): Promise<readonly SectionView[]> {
  const byName = await saveAll(services, admin, changes, placeAmongSeveral)
  return Promise.all(
    namesOf(changes).map((section) =>
      viewOf(services, section, byName.get(sectionEditName(section))),
    ),
  )
}

function placeAmongSeveral(section: SectionName): readonly string[] {
  return ['sections', section, 'value']
}

async function saveAll(
  services: Saving,
  admin: Admin,
  changes: SectionChanges,
  placeOf: PlaceOf,
): Promise<SavedEdits['byName']> {
  const names = namesOf(changes)
  for (const section of names) requireRight(admin, sectionRights[section])
  const edits = names.map(async (section) => ({
    name: sectionEditName(section),
    value: changes[section]?.value ?? null,
    version: changes[section]?.version ?? null,
    fileValue: await fileValueOf(services, section),
  }))
  const check = checkOf(services, changes, placeOf)
  const { byName } = await saveEdits(services, admin, await Promise.all(edits), check)
  return byName
}

function namesOf(changes: SectionChanges): readonly SectionName[] {
  return sectionNames.filter((section) => changes[section] !== undefined)
}

/** Saves what a section was before a change. Refuses as `saveSection` does. */
export async function undoSection(
  services: Saving,
  admin: Admin,
  section: SectionName,
  change: EditChange,
): Promise<Edit> {
  requireRight(admin, sectionRights[section])
  const changes = { [section]: { value: change.before, version: null } }
  const check = checkOf(services, changes, () => ['value'])
  return undoEdit(services, admin, change, {
    fileValue: await fileValueOf(services, section),
    check,
  })
}

/** Where in the request the value of a section is. */
type PlaceOf = (section: SectionName) => readonly string[]

/** Refuses sections that do not fit each other, the rest of what is saved, or what was sold. */
function checkOf(services: Saving, changes: SectionChanges, placeOf: PlaceOf): EditCheck {
  const { config, site, documents, clock } = services
  const names = namesOf(changes)
  const at = (section: SectionName) => placeOf(section).join('.')
  return async (trx, saved) => {
    const values = names
      .filter((section) => section !== 'productTexts')
      .map((section) => [section, changes[section]?.value ?? site.files[section]])
    const { data, error } = readSections(site.files, saved, Object.fromEntries(values))
    if (!data && values.length > 0) return refuse(fieldsOf(error.issues, names, placeOf))
    const { data: before } = readSections(site.files, saved)
    if (names.includes('productTexts')) {
      // The files may speak of a product that the owner has removed.
      const schema = productTextsOf((data ?? site.files).products.products)
      const texts = z.safeParse(schema, changes.productTexts?.value ?? {})
      const place = placeOf('productTexts')
      const issues = texts.error?.issues ?? []
      refuse(issues.map((issue) => toFieldError({ ...issue, path: [...place, ...issue.path] })))
    }
    if (!data || values.length === 0) return
    const texts = documents.textsIn(assembleSite(data, site.files), saved)
    const [path = 'value'] = names.map(at)
    const broken = documents.newFaults(texts)
    refuse(broken.map(({ message }) => ({ path, code: 'breaks_text', message })))
    if (names.includes('prices') && config.paypal.driver === 'hosted') {
      refuse(findKeptButtons(before?.prices ?? {}, data.prices, at('prices')))
    }
    if (names.includes('notices')) {
      const links = findDeadLinks(before?.notices ?? [], data.notices, texts.isPage)
      refuse(links.map((link) => ({ ...link, path: `${at('notices')}.${link.path}` })))
    }
    if (names.includes('products')) {
      const lost = await findLostProducts(trx, data.products.products, clock())
      refuse(lost.map((one) => ({ ...one, path: `${at('products')}.${one.path}` })))
    }
    await keepListPrices(trx, assembleSite(data, site.files), clock())
    if (names.includes('discord')) await beginAtDiscord(trx, clock())
    // What adapters deliver is in these.
    if (names.includes('products') || names.includes('server')) {
      await trx
        .updateTable('perk_adapters')
        .set({ next_run_at: null })
        .where('state', '=', 'ready')
        .execute()
    }
  }
}

/** Nobody need wait until the bot tries the channels, and what was wrong with the last ones is over. */
async function beginAtDiscord(trx: Trx, now: Date): Promise<void> {
  await trx.updateTable('discord_posts').set({ next_at: now }).execute()
  await trx
    .updateTable('connection_faults')
    .set({ cleared_at: now })
    .where('provider', '=', 'discord-bot')
    .where('code', 'in', ['channel_unknown', 'channel_forbidden'])
    .where('cleared_at', 'is', null)
    .execute()
}

/** A hosted button charges what PayPal stores with it, whatever the price is here. */
function findKeptButtons(
  before: PriceList,
  after: PriceList,
  place: string,
): readonly FieldError[] {
  const charged = new Map(
    Object.values(before).map(({ hostedButtonId, priceEuros }) => [hostedButtonId, priceEuros]),
  )
  return Object.entries(after).flatMap(([key, { priceEuros, hostedButtonId }]) => {
    const known = hostedButtonId === null ? undefined : charged.get(hostedButtonId)
    if (known === undefined || known === priceEuros) return []
    const path = `${place}.${key}.hostedButtonId`
    const message = `charges ${known} euros: make a button for ${priceEuros} at PayPal, and put its id here`
    return [{ path, code: 'button_keeps_price', message }]
  })
}

/** Links to pages of ours that do not exist. A saved one may stay, though its page has gone since. */
function findDeadLinks(
  before: SiteSections['notices'],
  after: SiteSections['notices'],
  isPage: (path: string) => boolean,
): readonly FieldError[] {
  const known = new Set(before.map(({ link }) => link))
  return after.flatMap(({ link = '' }, index) => {
    const [path = ''] = link.split(/[?#]/)
    if (!path.startsWith('/') || isPage(path) || known.has(link)) return []
    return [{ path: `${index}.link`, code: 'no_page', message: `there is no page ${path}` }]
  })
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ServiceError('validation_failed', { errors })
}

/** Where in the request they are; what is wrong in another section is wrong with the first one here. */
function fieldsOf(
  issues: readonly z.core.$ZodIssue[],
  names: readonly SectionName[],
  placeOf: PlaceOf,
): readonly FieldError[] {
  return issues.map((issue) => {
    const { path: place, message } = issue
    const section = names.find((name) => name === place[0])
    if (section !== undefined) {
      return toFieldError({ ...issue, path: [...placeOf(section), ...place.slice(1)] })
    }
    const path = names.slice(0, 1).flatMap(placeOf)
    return { ...toFieldError({ ...issue, path }), message: `${z.core.toDotPath(place)} ${message}` }
  })
}
