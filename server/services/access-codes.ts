import { createHash, timingSafeEqual } from 'node:crypto'
import type { MessageKind } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { Services } from './context.ts'
import { countRequest, everybody, type RateLimit } from './rate-limit.ts'
import { queueMessage } from './staff/queue-message.ts'

/** The code of the admin area or of the beta page. */
export type CodeName = 'admin' | 'beta'
export type WrongCodesKind = Extract<MessageKind, `wrong_${string}`>

const windowSeconds = 60 * 60

interface Report {
  readonly kind: WrongCodesKind
  /** How many wrong codes of all visitors together are not worth a message. */
  readonly tolerated: RateLimit
}

const reports: Readonly<Record<CodeName, Report>> = {
  // Staff who mistype the code stop after a few attempts.
  admin: {
    kind: 'wrong_admin_codes',
    tolerated: { name: 'wrong-admin-codes', requests: 4, windowSeconds },
  },
  // Players are meant to guess: the code is the answer to a riddle.
  beta: {
    kind: 'wrong_beta_codes',
    tolerated: { name: 'wrong-beta-codes', requests: 49, windowSeconds },
  },
}

/** Counts a wrong code, and notifies the staff at most once an hour of too many. */
export async function reportWrongCode(services: Services, name: CodeName): Promise<void> {
  const { clock, countWrongCode, database } = services
  countWrongCode(name)
  const { kind, tolerated } = reports[name]
  const verdict = await countRequest(services, tolerated, everybody)
  if (verdict.allowed) return
  const hour = Math.floor(clock().getTime() / 1000 / windowSeconds)
  await database.transaction((trx) =>
    queueMessage(services, trx, { kind, dedupe_key: `${kind}:${hour}` }),
  )
}

// The staff read French, the language of the community.

const texts: Readonly<Record<WrongCodesKind, { title: string; tries: number; action: string }>> = {
  wrong_admin_codes: {
    title: '🔑 Mauvais codes d’administration',
    tries: reports.admin.tolerated.requests + 1,
    action:
      'Rien si un membre de l’équipe s’est trompé. Sinon quelqu’un essaie de deviner le code\u00A0: le site limite ses essais. Si ce code a pu être vu, le changer (ADMIN_ACCESS_CODE)\u00A0: toutes les sessions ouvertes avec lui se ferment.',
  },
  wrong_beta_codes: {
    title: '🔑 Mauvais codes de la bêta',
    tries: reports.beta.tolerated.requests + 1,
    action: 'Rien\u00A0: ce code ne cache qu’une date.',
  },
}

/** The message about wrong codes. It cannot name the senders, because no address is stored. */
export function composeWrongCodesMessage(kind: WrongCodesKind): StaffMessage {
  const { title, tries, action } = texts[kind]
  return {
    title,
    color: 0xf5a524,
    thumbnailUrl: null,
    fields: [
      { name: 'Essais', value: `${tries} ou plus en une heure` },
      { name: 'À faire', value: action },
    ],
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
