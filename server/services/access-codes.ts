import { createHash, timingSafeEqual } from 'node:crypto'
import type { MessageKind } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { Services } from './context.ts'
import { countRequest, everybody, type RateLimit } from './rate-limit.ts'

/** Which code was wrong: the one of the admin area or the one of the beta page. */
export type CodeName = 'admin' | 'beta'
export type WrongCodesKind = Extract<MessageKind, `wrong_${string}`>

const windowSeconds = 60 * 60

interface Report {
  readonly kind: WrongCodesKind
  /** Wrong codes of everybody together that are no news yet. */
  readonly slips: RateLimit
}

const reports: Readonly<Record<CodeName, Report>> = {
  // Staff that mistypes its code stops after a few.
  admin: {
    kind: 'wrong_admin_codes',
    slips: { name: 'wrong-admin-codes', requests: 4, windowSeconds },
  },
  // A riddle, at which players are meant to try.
  beta: {
    kind: 'wrong_beta_codes',
    slips: { name: 'wrong-beta-codes', requests: 49, windowSeconds },
  },
}

/** Counts a wrong code, and tells the staff once an hour when there are too many for slips. */
export async function reportWrongCode(services: Services, name: CodeName): Promise<void> {
  const { clock, countWrongCode, database, jobs } = services
  countWrongCode(name)
  const { kind, slips } = reports[name]
  const verdict = await countRequest(services, slips, everybody)
  if (verdict.allowed) return
  const now = clock()
  const hour = Math.floor(now.getTime() / 1000 / windowSeconds)
  await database.transaction(async (trx) => {
    const message = await trx
      .insertInto('messages')
      .values({ kind, dedupe_key: `${kind}:${hour}`, created_at: now })
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (message) await jobs.sendMessage(trx, message.id)
  })
}

// The staff reads French, the language of the community.

const texts: Readonly<Record<WrongCodesKind, { title: string; tries: number; action: string }>> = {
  wrong_admin_codes: {
    title: '🔑 Mauvais codes d’administration',
    tries: reports.admin.slips.requests + 1,
    action:
      'Rien si un membre de l’équipe s’est trompé. Sinon quelqu’un essaie de deviner le code\u00A0: le site limite ses essais. Si ce code a pu être vu, le changer (ADMIN_ACCESS_CODE)\u00A0: toutes les sessions ouvertes avec lui se ferment.',
  },
  wrong_beta_codes: {
    title: '🔑 Mauvais codes de la bêta',
    tries: reports.beta.slips.requests + 1,
    action: 'Rien\u00A0: ce code ne cache qu’une date.',
  },
}

/** What the staff is told of wrong codes; not who typed them, which nothing keeps. */
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

/** Whether a typed code is the right one. A wrong one takes the same time, however much of it is right. */
export function isSameCode(typed: string, right: string): boolean {
  return timingSafeEqual(digest(typed), digest(right))
}

/** Texts of any length become comparable without telling their length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
