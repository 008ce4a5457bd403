import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/people.ts'
import type { StaffRole } from '#domain/rights.ts'
import type { Config } from '#server/app/config.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { notifyAdded } from '#server/services/notify-events.ts'
import { invalidField, ServiceError } from '#server/services/service-error.ts'

type People = AnswerOf<typeof contract.listPeople>
type Changing = Pick<Services, 'config' | 'database' | 'clock'>

/** The staff by their Discord accounts: first the owners whom the settings name. */
export async function listPeople({ config, database }: Changing): Promise<People> {
  const added = await database.db
    .selectFrom('people')
    .select(['discord_id', 'name', 'role'])
    .orderBy('added_at')
    .execute()
  const all = [
    ...[...config.staffRoles].map(([discordId, role]) => ({ discordId, name: discordId, role })),
    ...added.flatMap(({ discord_id: discordId, name, role }) =>
      config.staffRoles.has(discordId) ? [] : [{ discordId, name, role }],
    ),
  ]
  const seen = await readSeen(
    database.db,
    all.map(({ discordId }) => discordId),
  )
  return all.map((person) => {
    const known = seen.find(({ id }) => id === person.discordId)
    return {
      ...person,
      name: known?.name ?? person.name,
      username: known?.username ?? null,
      isInSettings: config.staffRoles.has(person.discordId),
      lastSeenAt: known?.lastSeenAt.toISOString() ?? null,
    }
  })
}

/** Those of them who have signed in here. */
export function readSeen(db: Pick<Trx, 'selectFrom'>, discordIds: readonly string[]) {
  return db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['accounts.account_id as id', 'users.id as userId', 'users.name'])
    .select('users.discord_username as username')
    .select(
      sql<Date>`greatest(users.updated_at,
      (select max(updated_at) from sessions where user_id = users.id))`.as('lastSeenAt'),
    )
    .where('provider_id', '=', 'discord')
    .where('account_id', 'in', [...discordIds, ''])
    .execute()
}

/**
 * Makes somebody one of the staff. Refuses with `person_exists`, `person_in_settings`, and with
 * `validation_failed` a name that nobody here has at Discord.
 */
export async function addPerson(
  services: Changing,
  admin: Admin,
  { discordId: given, name, role }: BodyOf<typeof contract.addPerson>,
): Promise<People[number]> {
  const { config, database, clock } = services
  const discordId = given ?? (await findByName(services, name))
  await database.transaction(async (trx) => {
    await isCodeEnabled(trx, 'own')
    refuseSettings(config, discordId)
    const added = await trx
      .insertInto('people')
      .values({ discord_id: discordId, name, role, added_at: clock() })
      .onConflict((conflict) => conflict.column('discord_id').doNothing())
      .returning('discord_id')
      .executeTakeFirst()
    if (!added) throw new ServiceError('person_exists')
    await writeAudit(services, trx, admin, {
      action: 'person_added',
      subject: `person:${discordId}`,
      after: { name, role },
    })
  })
  return findPerson(services, discordId)
}

/** Only the unique name at Discord: anybody can choose somebody's display name. */
async function findByName({ database }: Changing, name: string): Promise<string> {
  const account = await database.db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select('account_id')
    .where('provider_id', '=', 'discord')
    .where('discord_username', '=', name.toLowerCase())
    .executeTakeFirst()
  if (account) return account.account_id
  const message = 'nobody with this name at Discord has signed in here: give their id'
  throw invalidField('name', 'account_unknown', message)
}

/** Refuses with `person_not_found`, `person_in_settings` and `last_owner`. */
export async function changePerson(
  services: Changing,
  admin: Admin,
  discordId: string,
  role: StaffRole,
): Promise<People[number]> {
  await services.database.transaction(async (trx) => {
    const before = await findRole(services, trx, discordId)
    await trx.updateTable('people').set({ role }).where('discord_id', '=', discordId).execute()
    await requireOwner(services, trx)
    await writeAudit(services, trx, admin, {
      action: 'person_changed',
      subject: `person:${discordId}`,
      before: { role: before.role },
      after: { role },
    })
  })
  return findPerson(services, discordId)
}

/** Ends their sessions, too. Refuses as `changePerson` does. */
export function removePerson(services: Changing, admin: Admin, discordId: string): Promise<void> {
  return services.database.transaction(async (trx) => {
    const { name, role } = await findRole(services, trx, discordId)
    await trx.deleteFrom('people').where('discord_id', '=', discordId).execute()
    await requireOwner(services, trx)
    for (const { userId } of await readSeen(trx, [discordId])) {
      await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
      await sql`
        with added as (
          insert into events (name, data, audience) values ('signed-out', '{}', ${`user:${userId}`})
          returning id, name, data, audience
        ) ${notifyAdded}`.execute(trx)
    }
    await writeAudit(services, trx, admin, {
      action: 'person_removed',
      subject: `person:${discordId}`,
      before: { name, role },
    })
  })
}

/** Whether the access code opens the admin area; with `shared`, switching it off waits until `db` ends. */
export async function isCodeEnabled(
  db: Pick<Trx, 'selectFrom'>,
  lock: 'none' | 'shared' | 'own' = 'none',
): Promise<boolean> {
  const row = db
    .selectFrom('access_code')
    .select('is_enabled')
    .$if(lock === 'shared', (query) => query.forShare())
    // Makes changes of the staff wait for each other.
    .$if(lock === 'own', (query) => query.forUpdate())
  return (await row.executeTakeFirstOrThrow()).is_enabled
}

/** Off, the sessions that it opened end. Refuses with `last_owner`. */
export function changeAccessCode(
  services: Changing,
  admin: Admin,
  enabled: boolean,
): Promise<void> {
  return services.database.transaction(async (trx) => {
    const before = await isCodeEnabled(trx, 'own')
    if (before === enabled) return
    await trx.updateTable('access_code').set({ is_enabled: enabled }).execute()
    await requireOwner(services, trx)
    if (!enabled) await trx.deleteFrom('admin_sessions').execute()
    await writeAudit(services, trx, admin, {
      action: 'access_code_changed',
      subject: 'access_code:all',
      before: { enabled: before },
      after: { enabled },
    })
  })
}

async function findRole({ config }: Changing, trx: Trx, discordId: string) {
  await isCodeEnabled(trx, 'own')
  refuseSettings(config, discordId)
  const person = await trx
    .selectFrom('people')
    .select(['name', 'role'])
    .where('discord_id', '=', discordId)
    .executeTakeFirst()
  if (!person) throw new ServiceError('person_not_found')
  return person
}

function refuseSettings({ staffRoles }: Config, discordId: string): void {
  if (staffRoles.has(discordId)) throw new ServiceError('person_in_settings')
}

/**
 * Without the code somebody has to be able to come in: an owner whose account has signed in here, as an
 * id may be mistyped.
 */
async function requireOwner({ config }: Changing, trx: Trx): Promise<void> {
  if (await isCodeEnabled(trx)) return
  const added = await trx
    .selectFrom('people')
    .select('discord_id')
    .where('role', '=', 'owner')
    .execute()
  const owners = [...config.staffRoles.keys(), ...added.map(({ discord_id: id }) => id)]
  if ((await readSeen(trx, owners)).length === 0) throw new ServiceError('last_owner')
}

async function findPerson(services: Changing, discordId: string): Promise<People[number]> {
  const person = (await listPeople(services)).find((one) => one.discordId === discordId)
  if (!person) throw new ServiceError('person_not_found')
  return person
}
