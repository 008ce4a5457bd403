import { readToday, type TodayKind } from '#contract/staff.ts'
import type { TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

/** The sandbox's code. */
export const accessCode = 'kryptonite'

/** A browser that has entered the access code. */
export async function adminByCode(shop: TestShop): Promise<Visitor> {
  const visitor = shop.visitor()
  const answer = await visitor.post('/api/admin/session', { code: accessCode })
  if (answer.status !== 204) throw new Error(`no admin session: ${answer.status}`)
  return visitor
}

/** A browser signed in as the player whom the shop's settings name as an admin. */
export async function adminByDiscord(shop: TestShop): Promise<Visitor> {
  const visitor = shop.visitor()
  await signIn(visitor, 'hunter')
  return visitor
}

/** What an admin reads at `GET /api/admin/today`. */
export async function readTodayOf(admin: Visitor) {
  return readToday.answer.parse((await admin.get('/api/admin/today')).body)
}

/** How much of a kind is to do. */
export async function countTodo(admin: Visitor, kind: TodayKind): Promise<number> {
  const { todo } = await readTodayOf(admin)
  return todo.filter((entry) => entry.kind === kind).reduce((sum, { count }) => sum + count, 0)
}

/** The audit log's entries about a subject, such as `order:<id>`, oldest first. */
export function readAudit({ services: { database } }: TestShop, subject: string) {
  return database.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
}
