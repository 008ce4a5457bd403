import { sql } from 'kysely'
import { defaultLanguage, isLanguage, languages } from '#contract/language.ts'
import type { Services } from '#server/services/context.ts'
import { fill, readMessageTexts } from '#server/services/messages/message-texts.ts'
import { sendDirect } from '#server/services/perks/send-direct.ts'

type Sending = Pick<Services, 'database' | 'clock' | 'config' | 'directMessages' | 'log' | 'site'>

/** Who reads an answer on the site at once needs no message about it. */
const earliestMs = 60_000
/** Later than this it is not sent any more: the site shows it. */
const latestMs = 24 * 60 * 60 * 1000

/**
 * Sends a Discord message about the staff's answers to buyers who have chosen such messages, once for
 * each order until they have read them.
 */
export async function announceAnswers(services: Sending): Promise<void> {
  await sendDirect(services, {
    claim: () => claimDue(services),
    compose: (due) => ({
      content: composeAnswer(services, due),
      key: `answer ${due.messageId}`,
    }),
    release: async ({ messageId }) => {
      await services.database.db
        .updateTable('order_messages')
        .set({ notified_at: null })
        .where('id', '=', messageId)
        .execute()
    },
  })
}

interface Due {
  readonly messageId: number
  readonly userId: string
  readonly discordId: string
  readonly language: string
  readonly item: string
}

/** Notes the oldest answer as announced, so that nobody else announces it. */
async function claimDue({ database, clock }: Sending): Promise<Due | null> {
  const now = clock()
  const [after, until] = [latestMs, earliestMs].map((ms) => new Date(now.getTime() - ms))
  const { rows } = await sql<Due>`
    with due as (
      select m.id, o.user_id, a.account_id, r.language, o.item_name
      from order_messages m
      join orders o on o.id = m.order_id
      join perk_reminder_choices r on r.user_id = o.user_id and r.stopped_at is null
      join accounts a on a.user_id = o.user_id and a.provider_id = 'discord'
      where m.author is not null and m.read_at is null and m.notified_at is null
        and m.at > ${after} and m.at <= ${until}
        and not exists (
          select from order_messages other
          where other.order_id = m.order_id and other.read_at is null
            and other.notified_at is not null
        )
      order by m.id limit 1
    ), claimed as (
      update order_messages m set notified_at = ${now}
      from due where m.id = due.id and m.notified_at is null returning m.id
    )
    select due.id as "messageId", due.user_id as "userId", due.account_id as "discordId",
      due.language, due.item_name as item
    from due join claimed on claimed.id = due.id`.execute(database.db)
  return rows[0] ?? null
}

/** Read at the start, like those of the staff: a text that is missing stops it. */
const texts = new Map(languages.map((language) => [language, readMessageTexts(language).answers]))

function composeAnswer({ config, site }: Sending, { language, item }: Due): string {
  const text = texts.get(isLanguage(language) ? language : defaultLanguage)
  if (!text) throw new Error(`no text about answers in ${language}`)
  const { brand } = site.current().community
  return [
    fill(text.answered, { item, url: `${config.publicOrigin}/orders` }),
    fill(text.about, { brand, url: `${config.publicOrigin}/perks` }),
  ].join('\n')
}
