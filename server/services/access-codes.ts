import { createHash, timingSafeEqual } from 'node:crypto'
import type { MessageKind } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import {
  fill,
  messageColors,
  messageFields,
  type MessageTexts,
} from '#server/services/messages/message-texts.ts'
import { queueMessage } from '#server/services/messages/queue-message.ts'
import type { Services } from './context.ts'
import { countRequest, everybody, type RateLimit } from './rate-limit.ts'

/** The code of the admin area or of the beta page. */
export type CodeName = 'admin' | 'beta'
export type WrongCodesKind = Extract<MessageKind, `wrong_${string}`>

const windowSeconds = 60 * 60

/** How many wrong codes of all visitors together are not worth a message. */
const tolerated: Readonly<Record<CodeName, RateLimit>> = {
  // Staff who mistype the code stop after a few attempts.
  admin: { name: 'wrong-admin-codes', requests: 4, windowSeconds },
  // Players are meant to guess: the code is the answer to a riddle.
  beta: { name: 'wrong-beta-codes', requests: 49, windowSeconds },
}

/** Counts a wrong code, and notifies the staff at most once an hour of too many. */
export async function reportWrongCode(services: Services, name: CodeName): Promise<void> {
  const { clock, countWrongCode, database } = services
  countWrongCode(name)
  const verdict = await countRequest(services, tolerated[name], everybody)
  if (verdict.allowed) return
  const kind: WrongCodesKind = `wrong_${name}_codes`
  const hour = String(Math.floor(clock().getTime() / 1000 / windowSeconds))
  await database.transaction((trx) => queueMessage(services, trx, { kind, occasion: hour }))
}

/** The message about wrong codes. It cannot name the senders, because no address is stored. */
export function composeWrongCodesMessage(
  { labels, codes: texts }: MessageTexts,
  kind: WrongCodesKind,
): StaffMessage {
  const { requests } = kind === 'wrong_admin_codes' ? tolerated.admin : tolerated.beta
  return {
    title: texts[kind],
    color: messageColors.amber,
    fields: messageFields(
      [labels.tries, fill(texts.tries_in_an_hour, { count: requests + 1 })],
      [labels.action, texts[`action_${kind}`]],
    ),
  }
}

/** Compares in constant time, so that the time does not reveal how much of a code is right. */
export function isSameCode(typed: string, right: string): boolean {
  return timingSafeEqual(digest(typed), digest(right))
}

/** Gives texts of any length the same length, so that the comparison does not reveal it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
