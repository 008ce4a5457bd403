import { z } from 'zod'
import { mostListed, type PlayerNote } from '#contract/players.ts'
import { actorName, writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { ServiceError } from '#server/services/service-error.ts'

type Noting = Pick<Services, 'database' | 'clock'>

/** What the staff has noted about a Steam ID, newest first. */
export async function listNotes(
  { db }: Services['database'],
  admin: Admin,
  steamId: string,
): Promise<readonly PlayerNote[]> {
  const notes = await db
    .selectFrom('player_notes')
    .select(['id', 'text', 'at', 'author'])
    .select(actorName('player_notes.author').as('authorName'))
    .where('steam_id', '=', steamId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  return notes.map((note) => ({
    ...note,
    at: note.at.toISOString(),
    isRemovable: note.author === admin.actor || mayRemoveAll(admin),
  }))
}

/** Otherwise the notes of who has left the staff, and those by the code, would stay for ever. */
function mayRemoveAll({ role }: Admin): boolean {
  return role === 'owner'
}

/** Adds a note, once per key. Refuses with `idempotency_key_reused`. */
export function addNote(
  services: Noting,
  admin: Admin,
  { steamId, text }: { readonly steamId: string; readonly text: string },
  key: string | null,
): Promise<null> {
  const now = services.clock()
  const requestHash = hashRequest(steamId, text)
  const once = { scope: 'player_note', key, requestHash, now }
  return services.database.transaction((trx) =>
    answerOnce(trx, once, z.null(), async () => {
      await trx
        .insertInto('player_notes')
        .values({ steam_id: steamId, author: admin.actor, text, at: now })
        .execute()
      await writeAudit(services, trx, admin, {
        action: 'player_note_added',
        subject: `player:${steamId}`,
      })
      return null
    }),
  )
}

/** Refuses with `not_found`, also what somebody else wrote, unless an owner removes it. */
export function removeNote(
  services: Noting,
  admin: Admin,
  { steamId, id }: { readonly steamId: string; readonly id: string },
): Promise<void> {
  return services.database.transaction(async (trx) => {
    const removed = await trx
      .deleteFrom('player_notes')
      .where('id', '=', id)
      .where('steam_id', '=', steamId)
      .$if(!mayRemoveAll(admin), (query) => query.where('author', '=', admin.actor))
      .returning('author')
      .executeTakeFirst()
    if (!removed) throw new ServiceError('not_found')
    await writeAudit(services, trx, admin, {
      action: 'player_note_removed',
      subject: `player:${steamId}`,
      before: removed,
    })
  })
}
