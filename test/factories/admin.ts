import type { TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

/** The code of sandbox mode. */
export const accessCode = 'kryptonite'

/** A browser in which the access code was entered. */
export async function adminByCode(shop: TestShop): Promise<Visitor> {
  const visitor = shop.visitor()
  const answer = await visitor.post('/api/admin/session', { code: accessCode })
  if (answer.status !== 204) throw new Error(`no admin session: ${answer.status}`)
  return visitor
}

/** A browser that is signed in as the player whom the settings of the shop name as an admin. */
export async function adminByDiscord(shop: TestShop): Promise<Visitor> {
  const visitor = shop.visitor()
  await signIn(visitor, 'hunter')
  return visitor
}

/** What the audit log says of a subject, such as `order:<id>`, the oldest first. */
export function readAudit({ services: { database } }: TestShop, subject: string) {
  return database.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
}
