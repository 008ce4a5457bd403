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
import { saveEdit, type Edit, type SavedEdits } from '#server/services/edits/edits.ts'
import { undoEdit, type EditChange } from '#server/services/edits/history.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { requireRight } from '#server/services/require-right.ts'
import { keepListPrices } from '#server/services/offers/sales.ts'
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

/**
 * Saves a section, or brings back what its file says. Refuses with `forbidden`, with `edit_conflict`,
 * and with `validation_failed` what does not fit the other sections or what was sold.
 */
export async function saveSection(
  services: Saving,
  admin: Admin,
  section: SectionName,
  { value, version }: SectionChange,
): Promise<SectionView> {
  requireRight(admin, sectionRights[section])
  const rules = await rulesOf(services, section, value)
  const change = { name: sectionEditName(section), value, version, ...rules }
  return viewOf(services, section, await saveEdit(services, admin, change))
}

/** Saves what a section was before a change. Refuses as `saveSection` does. */
export async function undoSection(
  services: Saving,
  admin: Admin,
  section: SectionName,
  change: EditChange,
): Promise<Edit> {
  requireRight(admin, sectionRights[section])
  return undoEdit(services, admin, change, await rulesOf(services, section, change.before))
}

async function rulesOf(services: Saving, section: SectionName, value: unknown) {
  const { config, site, documents, clock } = services
  const fileValue = await fileValueOf(services, section)
  const check = async (trx: Trx, saved: SavedEdits): Promise<void> => {
    if (section === 'productTexts') {
      // The files may speak of a product that the owner has removed.
      const { data: now } = readSections(site.files, saved)
      const schema = productTextsOf((now ?? site.files).products.products)
      const { error } = z.safeParse(schema, value ?? {})
      const issues = error?.issues ?? []
      return refuse(
        issues.map((issue) => toFieldError({ ...issue, path: ['value', ...issue.path] })),
      )
    }
    const { data, error } = readSections(site.files, saved, { [section]: value ?? fileValue })
    if (!data) return refuse(error.issues.map((issue) => fieldOf(section, issue)))
    const texts = documents.textsIn(assembleSite(data, site.files), saved)
    const broken = documents.newFaults(texts)
    refuse(broken.map(({ message }) => ({ path: 'value', code: 'breaks_text', message })))
    const { data: before } = readSections(site.files, saved)
    if (section === 'prices' && config.paypal.driver === 'hosted') {
      refuse(findKeptButtons(before?.prices ?? {}, data.prices))
    }
    if (section === 'notices') {
      refuse(findDeadLinks(before?.notices ?? [], data.notices, texts.isPage))
    }
    if (section === 'products') {
      refuse(await findLostProducts(trx, data.products.products, clock()))
    }
    await keepListPrices(trx, assembleSite(data, site.files), clock())
    // What adapters deliver is in these.
    if (section === 'products' || section === 'server') {
      await trx
        .updateTable('perk_adapters')
        .set({ next_run_at: null })
        .where('state', '=', 'ready')
        .execute()
    }
  }
  return { fileValue, check }
}

/** A hosted button charges what PayPal stores with it, whatever the price is here. */
function findKeptButtons(before: PriceList, after: PriceList): readonly FieldError[] {
  const charged = new Map(
    Object.values(before).map(({ hostedButtonId, priceEuros }) => [hostedButtonId, priceEuros]),
  )
  return Object.entries(after).flatMap(([key, { priceEuros, hostedButtonId }]) => {
    const known = hostedButtonId === null ? undefined : charged.get(hostedButtonId)
    if (known === undefined || known === priceEuros) return []
    const path = `value.${key}.hostedButtonId`
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
    return [{ path: `value.${index}.link`, code: 'no_page', message: `there is no page ${path}` }]
  })
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ServiceError('validation_failed', { errors })
}

/** Where in the request's value it is; in another section it is the value as a whole. */
function fieldOf(section: SectionName, issue: z.core.$ZodIssue): FieldError {
  const {
    path: [first, ...rest],
    message,
  } = issue
  const path = first === section ? ['value', ...rest] : ['value']
  const words = first === section ? message : `${z.core.toDotPath(issue.path)} ${message}`
  return { ...toFieldError({ ...issue, path }), message: words }
}
