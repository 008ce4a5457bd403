import { approvalReminderDays, daysUntil, findSaleWarnings } from '#domain/monetisation.ts'
import { isSold } from '#domain/products.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { Services } from '#server/services/context.ts'
import {
  messageColors,
  messageFields,
  type MessageTexts,
} from '#server/services/messages/message-texts.ts'
import { queueMessage } from '#server/services/messages/queue-message.ts'
import { readAllTexts } from '#server/services/site/product-texts.ts'

/** The products on sale that the publisher may not allow, and that the owner has not looked at. */
export async function findSalesToCheck(services: Services) {
  const { site, documents } = services
  const { products, monetisation } = site.current()
  const warnings = findSaleWarnings(
    products.filter(isSold),
    await readAllTexts(services),
    monetisation,
  )
  return { count: warnings.filter(({ isSeen }) => !isSeen).length, oldestAt: documents.openedAt }
}

const [firstReminderDays] = approvalReminderDays
const dayMs = 24 * 60 * 60_000

/** Until the owner has the next approval of the publisher, also when the last one is over. */
export function findEndingApproval({ site, clock }: Pick<Services, 'site' | 'clock'>) {
  const { approval } = site.current().monetisation
  if (!approval || daysUntil(approval.endsOn, clock()) > firstReminderDays) {
    return Promise.resolve({ count: 0, oldestAt: null })
  }
  const dueAt = new Date(approval.endsOn)
  const oldestAt = new Date(dueAt.getTime() - firstReminderDays * dayMs)
  return Promise.resolve({ count: 1, oldestAt, dueAt })
}

/** Reminds the staff once at each of the days before the publisher's approval ends. */
export async function remindOfApproval(services: Services): Promise<void> {
  const { site, clock, database } = services
  const { approval } = site.current().monetisation
  if (!approval) return
  const left = daysUntil(approval.endsOn, clock())
  const reminder = approvalReminderDays.findLast((days) => left <= days)
  if (reminder === undefined || left < 0) return
  const occasion = `${approval.endsOn}:${reminder}`
  await database.transaction((trx) =>
    queueMessage(services, trx, { kind: 'approval_ends', occasion }),
  )
}

/** The reminder, as the approval is when it is sent. */
export function composeApprovalMessage({
  staffTexts: { labels, monetisation: texts },
  site,
}: Pick<Services, 'site'> & { readonly staffTexts: MessageTexts }): StaffMessage {
  const { approval } = site.current().monetisation
  return {
    title: texts.approval_ends,
    color: messageColors.amber,
    fields: messageFields(
      [labels.ends_on, approval?.endsOn],
      [labels.action, texts.action_approval_ends],
    ),
  }
}
