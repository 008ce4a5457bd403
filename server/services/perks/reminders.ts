import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { defaultLanguage, isLanguage, languages, type Language } from '#contract/language.ts'
import type { PerkReminders } from '#contract/perks.ts'
import { perkOf } from '#domain/products.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { fill, readMessageTexts } from '#server/services/messages/message-texts.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isNotStopped } from './delivery-states.ts'
import { listHoldings } from './holdings.ts'
import { sendDirect } from './send-direct.ts'

type Kind = Schema['perk_reminders_sent']['kind']

const dayMs = 24 * 60 * 60 * 1000
/** When a reminder becomes due, counted from the perk's end. */
const dueAfterEnd: Readonly<Record<Kind, number>> = {
  week_before: -7 * dayMs,
  day_before: -dayMs,
  ended: 0,
}
/** The site shows for a week what has ended. */
const endedShownMs = 7 * dayMs

type Reading = Pick<Services, 'database' | 'clock' | 'perkAdapters' | 'directMessages'>

/** What ends soon or has just ended, of all that this account or browser may see. */
export async function listReminders(services: Reading, buyer: Buyer): Promise<PerkReminders> {
  const now = services.clock().getTime()
  const holdings = await listHoldings(services, buyer, new Date(now - endedShownMs))
  const reminders = holdings.flatMap(({ view: { steamId, perk, endsAt, delivery } }) => {
    if (endsAt === null || delivery.state === 'suspended') return []
    const leftMs = Date.parse(endsAt) - now
    if (leftMs > 7 * dayMs) return []
    const soon = leftMs > dayMs ? ('week_before' as const) : ('day_before' as const)
    const kind = leftMs > 0 ? soon : ('ended' as const)
    return [{ steamId, perk, endsAt, kind }]
  })
  return {
    reminders: reminders.toSorted(
      (one, other) => Date.parse(one.endsAt) - Date.parse(other.endsAt),
    ),
    answers: await countAnswers(services, buyer),
    direct: await readChoice(services, buyer),
  }
}

async function countAnswers({ database: { db } }: Reading, buyer: Buyer): Promise<number> {
  const { answers } = await db
    .selectFrom('order_messages')
    .innerJoin('orders', 'orders.id', 'order_messages.order_id')
    .select(({ fn }) => fn.countAll<number>().as('answers'))
    .where('author', 'is not', null)
    .where('read_at', 'is', null)
    .where((eb) =>
      eb.or([eb('buyer_hash', '=', buyer.hash), eb('orders.user_id', '=', buyer.userId)]),
    )
    .executeTakeFirstOrThrow()
  return answers
}

async function readChoice(
  { database: { db }, directMessages }: Reading,
  { userId }: Buyer,
): Promise<PerkReminders['direct']> {
  if (userId === null || directMessages === null) return null
  const choice = await db
    .selectFrom('perk_reminder_choices')
    .select('stopped_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const refused = choice !== undefined && choice.stopped_at !== null
  return { chosen: choice !== undefined && !refused, refused }
}

interface ReminderChoice {
  readonly direct: boolean
  readonly language: Language
}

/** Chooses messages by Discord, again after Discord has refused one, or no longer. */
export async function chooseReminders(
  { database: { db }, clock, directMessages }: Reading,
  { userId }: Buyer,
  { direct, language }: ReminderChoice,
): Promise<void> {
  if (userId === null) throw new ServiceError('unauthenticated')
  if (!direct) {
    await db.deleteFrom('perk_reminder_choices').where('user_id', '=', userId).execute()
    return
  }
  if (directMessages === null) throw new ServiceError('not_found')
  const choice = { language, chosen_at: clock(), stopped_at: null, stop_reason: null }
  await db
    .insertInto('perk_reminder_choices')
    .values({ user_id: userId, ...choice })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(choice))
    .execute()
}

/** A reminder that is this late is not sent any more: the site shows it. */
const latestMs = dayMs

type Sending = Pick<Services, 'database' | 'clock' | 'config' | 'directMessages' | 'log' | 'site'>

/** Sends what is due to players who have chosen it and linked their Steam ID. */
export async function sendReminders(services: Sending): Promise<void> {
  const { database, clock } = services
  const startedAt = clock()
  await sendDirect(services, {
    claim: () => claimDue(database, startedAt),
    compose: (due) => ({ content: composeReminder(services, due), key: keyOf(due) }),
    release: (due) => release(database, due),
  })
}

interface Due {
  readonly userId: string
  readonly discordId: string
  readonly language: string
  readonly steamId: string
  readonly perk: string
  readonly endsAt: Date
  readonly kind: Kind
}

/** Notes the next reminder as sent, so that nobody else sends it; null when none is due. */
async function claimDue({ db }: Services['database'], now: Date): Promise<Due | null> {
  const windows = Object.entries(dueAfterEnd).map(([kind, ms]) => ({
    kind,
    // The ends of the perks whose reminder is due, from the earliest to the latest.
    after: new Date(now.getTime() - ms - latestMs),
    until: new Date(now.getTime() - ms),
    lead: `${-ms / 1000} seconds`,
  }))
  const { rows } = await sql<Due>`
    with due as (
      select r.user_id, r.language, a.account_id, c.steam_id, c.perk, c.ends_at, w.kind
      from perk_reminder_choices r
      join steam_claims s on s.user_id = r.user_id
      join accounts a on a.user_id = r.user_id and a.provider_id = 'discord'
      join perk_coverage c on c.steam_id = s.steam_id
      join jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)
        as w (kind text, after timestamptz, until timestamptz, lead interval)
        on c.ends_at > w.after and c.ends_at <= w.until
      where r.stopped_at is null
        -- Who gets a perk for a week need not read at once that a week is left. What was taken back
        -- has no time left in it, and what is disputed may come back.
        and c.starts_at < c.ends_at - w.lead and not (w.kind = 'ended' and c.is_suspended)
        and ${isNotStopped}
        and not exists (
          select from perk_reminders_sent p
          where (p.steam_id, p.perk, p.ends_at, p.kind) = (c.steam_id, c.perk, c.ends_at, w.kind)
        )
      order by c.ends_at, c.steam_id, c.perk limit 1
    ), claimed as (
      insert into perk_reminders_sent (steam_id, perk, ends_at, kind, sent_at)
      select steam_id, perk, ends_at, kind, ${now} from due
      on conflict do nothing returning steam_id
    )
    select due.user_id as "userId", due.language, due.account_id as "discordId",
      due.steam_id as "steamId", due.perk, due.ends_at as "endsAt", due.kind
    from due join claimed on claimed.steam_id = due.steam_id`.execute(db)
  return rows[0] ?? null
}

async function release({ db }: Services['database'], due: Due): Promise<void> {
  await db
    .deleteFrom('perk_reminders_sent')
    .where('steam_id', '=', due.steamId)
    .where('perk', '=', due.perk)
    .where('ends_at', '=', due.endsAt)
    .where('kind', '=', due.kind)
    .execute()
}

/** Read at the start, like those of the staff: a text that is missing stops it. */
const texts = new Map(
  languages.map((language) => [language, readMessageTexts(language)['perk-reminders']]),
)

/** Discord shows the end in the reader's own time and language. */
function composeReminder(
  { config, site }: Sending,
  { language, steamId, perk, endsAt, kind }: Due,
): string {
  const text = texts.get(isLanguage(language) ? language : defaultLanguage)
  if (!text) throw new Error(`no reminders in ${language}`)
  const { products, community } = site.current()
  const item = products.find((product) => perkOf(product) === perk)?.name ?? perk
  const end = `<t:${Math.floor(endsAt.getTime() / 1000)}:f>`
  return [
    fill(text[kind], { item, end }),
    fill(text.renew, { url: `${config.publicOrigin}/perks` }),
    fill(text.about, { steam_id: steamId, brand: community.brand }),
  ].join('\n')
}

function keyOf({ steamId, perk, endsAt, kind }: Due): string {
  const key = [steamId, perk, endsAt.toISOString(), kind].join(' ')
  return createHash('sha256').update(key).digest('base64url').slice(0, 25)
}
