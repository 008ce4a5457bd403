import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { parseHexColor } from '#domain/color.ts'
import { deliveredStates } from '#domain/deliveries.ts'
import { isSteamId64 } from '#domain/steam-id64.ts'
import type {
  ChangeJournal,
  Overwriting,
  PerkAdapter,
  DesiredState,
} from '#server/providers/perk-adapter.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { isActive, lockDeliveries, moved, queueMissing } from './delivery-states.ts'

/** The longest pause between two runs, so that changes of the actual state by others are noticed. */
export const auditMilliseconds = 15 * 60_000
/** Longer than a run may take without progress. */
const leaseMilliseconds = 45_000
/** How far the clocks of two machines may differ; a time further ahead comes from a wrong clock. */
const clockToleranceMilliseconds = 60_000
/** A run waits this long after the last change, so that many purchases become one upload. */
const collectMilliseconds = 5000
/** But at most this long after the first change. */
const longestCollectMilliseconds = 15_000

export interface Lease {
  readonly isEnabled: boolean
  readonly failingSince: Date | null
  readonly unfinished: Overwriting | null
  readonly restore: string | null
}

/**
 * Takes the lease when a run is due and nobody has it. Times that a wrong clock wrote do not count.
 * Set `next_run_at` to null to request another run, also during one.
 */
export async function acquireLease(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { name, target }: PerkAdapter,
  runId: string,
): Promise<Lease | null> {
  const now = clock()
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const isWrong = (time: 'lease_until' | 'next_run_at', longest: number) =>
    sql`${sql.ref(time)} > ${after(longest + clockToleranceMilliseconds)}`
  const { rows } = await sql<Lease>`
    update perk_adapters a set lease_id = ${runId}, lease_until = ${after(leaseMilliseconds)},
      next_run_at = ${after(leaseMilliseconds)}
    where name = ${name} and target = ${target}
      and (
        lease_until is null or lease_until <= ${now} or ${isWrong('lease_until', leaseMilliseconds)}
      )
      and (
        next_run_at is null or next_run_at <= ${now} or ${isWrong('next_run_at', auditMilliseconds)}
        or (enabled_at is not null and a.state = 'ready' and (
          exists (
            select from perk_deliveries d where d.adapter = a.name and d.next_at <=
              case d.state when 'verified' then ${after(-collectMilliseconds)}::timestamptz
                else ${now} end
          )
          or exists (
            select from perk_deliveries d where d.adapter = a.name and d.state = 'queued'
            having max(changed_at) <= ${after(-collectMilliseconds)} or max(changed_at) > ${now}
              or min(queued_at) <= ${after(-longestCollectMilliseconds)}
          )
        ))
      )
    returning enabled_at is not null as "isEnabled", failing_since as "failingSince", unfinished,
      put_back as "restore"`.execute(database.db)
  return rows[0] ?? null
}

/** Lengthens the lease of a run that goes on; false when it has ended, so that another process may write. */
export async function renewLease(
  { db, clock }: Pick<Services, 'clock'> & { readonly db: Pick<Trx, 'updateTable'> },
  runId: string,
): Promise<boolean> {
  const now = clock()
  const renewed = await db
    .updateTable('perk_adapters')
    .set({ lease_until: new Date(now.getTime() + leaseMilliseconds) })
    .where('lease_id', '=', runId)
    .where('lease_until', '>', now)
    .returning('name')
    .executeTakeFirst()
  return renewed !== undefined
}

export async function releaseLease(
  { database }: Pick<Services, 'database'>,
  runId: string,
): Promise<void> {
  await database.db
    .updateTable('perk_adapters')
    .set({ lease_id: null, lease_until: null, next_run_at: null })
    .where('lease_id', '=', runId)
    .execute()
}

export interface Run extends RunInput {
  readonly adapter: string
  readonly runId: string
  /** Since when all runs have failed. */
  readonly failingSince: Date | null
}

export interface RunInput {
  readonly desired: DesiredState
  /** The time for which `desired` was computed. */
  readonly asOf: Date
}

/** Marks the deliveries of this run: all that are not delivered yet, or are due again. */
export async function markRun(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  run: { readonly adapter: PerkAdapter; readonly runId: string; readonly restore: string | null },
): Promise<RunInput> {
  const { adapter, runId, restore } = run
  const { name } = adapter
  const now = clock()
  await queueMissing(trx, adapter, now)
  const isDue = sql`(state <> all(${deliveredStates}) or next_at <= ${now})`
  await lockDeliveries(trx, name, isDue)
  await sql`
    update perk_deliveries d set run_id = ${runId}, ${moved('run_started', now)}
    where d.adapter = ${name} and ${isDue}`.execute(trx)
  const { asOf, desired } = await readDesired(trx, adapter, now, restore)
  const known = await trx
    .selectFrom('perk_deliveries')
    .select(['steam_id', 'perk'])
    .where('adapter', '=', name)
    .execute()
  const keys = new Set(known.map(({ steam_id: steamId, perk }) => `${steamId} ${perk}`))
  // A perk that was granted just now waits for the next run: it has no delivery yet to mark as owned.
  const perks = desired.perks.filter(({ steamId, perk }) => keys.has(`${steamId} ${perk}`))
  return { asOf, desired: { ...desired, perks } }
}

/**
 * Before each change, marks as owned what it will add, so that nothing stays there for ever when the
 * process dies in the middle, and stores the text that it will replace. What may be cut off in the middle
 * is stored with what follows it.
 */
export function openJournal(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { adapter, runId, desired }: Run,
  { unfinished }: Lease,
): ChangeJournal {
  const keepLease = async (trx: Trx) => {
    if (await renewLease({ db: trx, clock }, runId)) return
    throw new Error(`the run at ${adapter} took too long, another one may write`)
  }
  return {
    unfinished,
    overwrite: (texts) =>
      database.transaction(async (trx) => {
        await keepLease(trx)
        await trx
          .updateTable('perk_adapters')
          .set({ unfinished: texts && JSON.stringify(texts) })
          .where('name', '=', adapter)
          .execute()
      }),
    begin: ({ text, adds }) =>
      database.transaction(async (trx) => {
        await keepLease(trx)
        const now = clock()
        const rows = adds.map(({ steamId, perk }) => ({ steam_id: steamId, perk }))
        if (rows.length > 0) {
          const added = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as r (steam_id text, perk text)`
          await lockDeliveries(
            trx,
            adapter,
            sql`(steam_id, perk) in (
            select r.steam_id, r.perk from ${added})`,
          )
          await sql`
            update perk_deliveries d set is_ours = true from ${added}
            where d.adapter = ${adapter} and d.steam_id = r.steam_id
              and d.perk = r.perk`.execute(trx)
        }
        const owned = desired.owned.map(({ steamId }) => steamId)
        if (text !== null) await keepVersion(trx, { adapter, content: text, owned }, now)
      }),
  }
}

const versionsKept = 10

interface FileVersion {
  readonly adapter: string
  readonly content: string
  readonly owned: readonly string[]
}

async function keepVersion(
  trx: Trx,
  { adapter, content, owned }: FileVersion,
  now: Date,
): Promise<void> {
  const sha256 = createHash('sha256').update(content, 'latin1').digest('hex')
  await trx
    .insertInto('perk_file_versions')
    .values({ adapter, sha256, content, ours: JSON.stringify(owned), replaced_at: now })
    .execute()
  await trx
    .deleteFrom('perk_file_versions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('perk_file_versions')
        .select('id')
        .where('adapter', '=', adapter)
        .orderBy('replaced_at', 'desc')
        .orderBy('id')
        .offset(versionsKept),
    )
    .execute()
}

export async function readDesired(
  trx: Trx,
  { name, serves }: PerkAdapter,
  asOf: Date,
  restore: string | null,
): Promise<RunInput> {
  const holders = await trx
    .selectFrom('perk_coverage as c')
    .leftJoin('steam_claims as s', 's.steam_id', 'c.steam_id')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.user_id', '=', 's.user_id').on('a.provider_id', '=', 'discord'),
    )
    .select(['c.steam_id', 'c.perk', 'c.color', 'c.ends_at', 'c.note', 'a.account_id'])
    .where(sql<boolean>`${isActive(asOf)}`)
    .orderBy('c.steam_id')
    .orderBy('c.perk')
    .execute()
  const owned = await trx
    .selectFrom('perk_deliveries')
    .select(['steam_id', 'perk', 'taken_over'])
    .where('adapter', '=', name)
    .where('is_ours', '=', true)
    .orderBy('steam_id')
    .orderBy('perk')
    .execute()
  const perks = holders.flatMap((row) => {
    const { steam_id: steamId, perk, note, account_id: discordId } = row
    if (!serves(perk) || !isSteamId64(steamId)) return []
    const color = row.color === null ? null : parseHexColor(row.color)
    return [{ steamId, perk, color, endsAt: row.ends_at, note, discordId }]
  })
  return {
    asOf,
    desired: {
      perks,
      restore,
      owned: owned.flatMap(({ steam_id: steamId, perk, taken_over: takenOver }) =>
        isSteamId64(steamId) ? [{ steamId, perk, takenOver }] : [],
      ),
    },
  }
}
