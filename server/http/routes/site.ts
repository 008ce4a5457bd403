import { addressOf } from '#contract/endpoint.ts'
import { languages } from '#contract/language.ts'
import { readProductTexts } from '#contract/product-texts.ts'
import * as contract from '#contract/site.ts'
import { sectionNames } from '#contract/site-sections.ts'
import { mayDo } from '#domain/rights.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import { readGoal } from '#server/services/staff/goal.ts'
import { undoText } from '#server/services/documents/saved-documents.ts'
import { findEdit, listEdits } from '#server/services/edits/history.ts'
import { invalidField, ServiceError } from '#server/services/service-error.ts'
import { readSales } from '#server/services/offers/sales.ts'
import { readShopTexts } from '#server/services/site/product-texts.ts'
import { nothingLive, publicSite, type Live } from '#server/services/site/public-site.ts'
import {
  describeSections,
  sectionsOf,
  saveSection,
  saveSections,
  undoSection,
} from '#server/services/site/sections.ts'
import { sectionEditName } from '#server/services/site/site.ts'
import { countSold } from '#server/services/site/sold.ts'
import type { App } from '#server/http/environment.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'
import { serve } from '#server/http/serve.ts'
import type { DocumentAnswers } from './documents.ts'

/** A notice or a sale begins and ends without an event. */
const keptMilliseconds = 1000

/** The cached answer of what everybody may know of the community, and the sales in it. */
export function cacheSite(services: Services, hub: EventHub) {
  const { config, database, edits, site, documents, clock, log } = services
  let live: Live = nothingLive
  let isFailing = false
  const make = async () => {
    await edits.refresh()
    const current = site.current()
    const [selling, goal] = await Promise.allSettled([
      readSales(services, database.db, current),
      readGoal(services),
    ])
    // While the database is away, the pages are as they were last.
    live = {
      ...(selling.status === 'fulfilled' ? selling.value : withoutEnded(live, clock())),
      goal: goal.status === 'fulfilled' ? goal.value : live.goal,
    }
    const failed = [selling, goal].find((one) => one.status === 'rejected')
    if (failed && !isFailing) log.error({ err: failed.reason }, 'sales or goal cannot be read')
    isFailing = failed !== undefined
    const { legalVersion } = documents.current()
    const takesCodes = config.paypal.driver !== 'hosted'
    return publicSite(current, clock(), { legalVersion, takesCodes }, live)
  }
  const answer = cacheResponse(make, {
    milliseconds: keptMilliseconds,
    changedBy: { hub, event: 'site' },
  })
  hub.subscribe(
    {
      audiences: [],
      send: ({ name }) => {
        // The pages ask for the goal when somebody has paid.
        if (name === 'purchase' && site.current().goal) answer.forget()
      },
      end: () => undefined,
    },
    null,
  )
  const findSales = async () => {
    await answer.read()
    return live.sales
  }
  return { ...answer, findSales }
}

function withoutEnded({ sales, nextSaleAt }: Live, now: Date) {
  const running = Object.entries(sales).filter(
    ([, { endsAt }]) => endsAt === null || Date.parse(endsAt) > now.getTime(),
  )
  return { sales: Object.fromEntries(running), nextSaleAt }
}

/** The cached answers of what pages say about the products, by their addresses. */
export function cacheProductTexts(
  services: Pick<Services, 'edits' | 'site'>,
  hub?: EventHub,
): ReadonlyMap<string, CachedResponse> {
  return new Map(
    languages.map((language) => {
      const make = async () => {
        await services.edits.refresh()
        return readShopTexts(services, language)
      }
      const answer = cacheResponse(make, {
        milliseconds: keptMilliseconds,
        ...(hub && { changedBy: { hub, event: 'site' } }),
      })
      return [addressOf(readProductTexts, { query: { language } }), answer]
    }),
  )
}

/** The community for everybody, and for the staff its sections and the history of these and of texts. */
export function siteRoutes(
  app: App,
  services: Services,
  site: CachedResponse,
  texts: ReturnType<typeof cacheProductTexts>,
  documents: DocumentAnswers,
): void {
  // Texts show facts of the community.
  const forget = () => {
    site.forget()
    texts.forEach((answer) => answer.forget())
    documents.forget()
  }
  app.get(contract.readSite.path, site.send)
  serve(
    app,
    readProductTexts,
    ({ context, query }) =>
      texts.get(addressOf(readProductTexts, { query }))?.send(context) ?? context.notFound(),
  )
  serve(app, contract.listSections, ({ staff }) => describeSections(services, staff))
  serve(app, contract.saveSections, async ({ staff, body }) => {
    const sections = await saveSections(services, staff, body.sections)
    forget()
    return sections
  })
  serve(app, contract.readSold, () => countSold(services))
  serve(app, contract.saveSection, async ({ staff, params, body }) => {
    if (body.value === null && params.section !== 'goal') {
      throw invalidField('value', 'custom', 'must not be null')
    }
    const section = await saveSection(services, staff, params.section, body)
    forget()
    return section
  })
  serve(app, contract.resetSection, async ({ staff, params, query: { version = null } }) => {
    const section = await saveSection(services, staff, params.section, { value: null, version })
    forget()
    return section
  })
  serve(app, contract.listSiteChanges, async ({ staff, query: { name, cursor } }) => {
    const asked = name === undefined ? undefined : [name]
    const own = sectionsOf(staff.role).map(sectionEditName)
    const names = mayDo(staff.role, 'site.edit')
      ? asked
      : own.filter((one) => name === undefined || name === one)
    const { rows: changes, nextCursor } = await listEdits(services, { names, cursor })
    return { changes, nextCursor }
  })
  serve(app, contract.undoSiteChange, async ({ staff, params }) => {
    const change = await findEdit(services, params.id)
    const section = sectionNames.find((name) => sectionEditName(name) === change.name)
    const undone =
      section === undefined
        ? await undoText(services, staff, change)
        : await undoSection(services, staff, section, change)
    if (undone === null) throw new ServiceError('not_found')
    forget()
    return { version: undone.version }
  })
}
