import { monthAt } from '#domain/time-zone.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { saveSection } from '#server/services/site/sections.ts'
import { sectionEditName } from '#server/services/site/site.ts'
import { readIncome } from '#server/services/staff/income.ts'
import { staff } from './event.ts'

/** What the mark of a saved value is called. */
const kind = 'edits'

const title = {
  fr: 'Le serveur du mois prochain',
  en: 'Next month’s server',
  ru: 'Сервер на следующий месяц',
  es: 'El servidor del próximo mes',
}

/** Sets a goal of this month that is reached by about two thirds. */
export async function setGoal(services: Services, trx: Trx): Promise<void> {
  const { site, clock, edits } = services
  const { eurCents } = (await readIncome(services)).month
  const amountCents = Math.max(5000, Math.round((eurCents * 1.5) / 1000) * 1000)
  const value = {
    title,
    amountCents,
    month: monthAt(site.current().server.restarts.timeZone, clock()),
  }
  // Until the transaction ends, only it knows the goal.
  const unpublished = { ...services, edits: { ...edits, take: () => undefined } }
  const { version } = await saveSection(unpublished, staff, 'goal', { value, version: null })
  await trx
    .insertInto('demo_rows')
    .values({ kind, id: String(version) })
    .execute()
}

/** Removes the goal of the demo, unless somebody has saved another. */
export async function removeGoal(services: Services, admin: Admin): Promise<void> {
  const { byName } = await services.edits.refresh()
  const version = byName.get(sectionEditName('goal'))?.version
  const mark = await services.database.db
    .selectFrom('demo_rows')
    .select('id')
    .where('kind', '=', kind)
    .where('id', '=', String(version))
    .executeTakeFirst()
  if (version === undefined || !mark) return
  await saveSection(services, admin, 'goal', { value: null, version })
}
