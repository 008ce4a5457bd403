import { once } from 'node:events'
import { sql } from 'kysely'
import {
  connectionNames,
  mayPass,
  type ConnectionName,
  type Finding,
} from '#domain/connection-faults.ts'
import type { Services } from '#server/services/context.ts'
import { noteFindings } from './connection-faults.ts'

/** A harmless test of a connection. */
export interface ConnectionCheck {
  readonly name: ConnectionName
  /** Null when the connection is not set up. */
  readonly run: ((stopped: AbortSignal) => Promise<readonly Finding[]>) | null
}

/** The page of the button waits for ten seconds at most. */
const limitMilliseconds = 9000

/** A check that has written something to try it removes that again, however slow the other side is. */
const cleanUpMilliseconds = 60_000

/** Runs a check. What it throws, and its silence, are findings too. */
export async function runCheck(
  run: NonNullable<ConnectionCheck['run']>,
  limit = limitMilliseconds,
): Promise<readonly Finding[]> {
  const late = once(AbortSignal.timeout(limit), 'abort').then(() =>
    unreachable(`timeout: ${limit / 1000} s`),
  )
  try {
    const found = await Promise.race([run(AbortSignal.timeout(cleanUpMilliseconds)), late])
    const findings = mergeByCode(found)
    if (findings.some(({ level }) => level !== 'ok')) return findings
    return [{ level: 'ok', code: 'ready', detail: '' }, ...findings]
  } catch (error) {
    return unreachable(error instanceof Error ? error.message : 'unknown')
  }
}

/** One finding for each code, with all that is known of it. */
function mergeByCode(findings: readonly Finding[]): readonly Finding[] {
  return [...Map.groupBy(findings, ({ code }) => code).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const details = new Set([first, ...others].map(({ detail }) => detail).filter(Boolean))
    return [{ ...first, detail: [...details].join('; ') }]
  })
}

function unreachable(detail: string): readonly Finding[] {
  return [{ level: 'fault', code: 'unreachable', detail }]
}

/** Tests one connection now, and keeps what that found for all processes. */
export async function testConnection(
  services: Services,
  name: ConnectionName,
  limit = limitMilliseconds,
): Promise<void> {
  const { db } = services.database
  const run = services.connectionChecks.find((check) => check.name === name)?.run
  if (!run) {
    // It was removed from the settings: what was wrong with it is over.
    await db.deleteFrom('connection_tests').where('name', '=', name).execute()
    await db
      .updateTable('connection_faults')
      .set({ cleared_at: services.clock() })
      .where('provider', '=', name)
      .where('cleared_at', 'is', null)
      .execute()
    return
  }
  const findings = await runCheck(run, limit)
  // Our own limit, or that of the other side, says nothing of the settings: what was found stays.
  if (findings.some(({ code }) => code === 'limited')) return noteLimit(services, name, findings)
  const now = services.clock()
  const lastOkAt = findings.some(({ level }) => level === 'fault') ? null : now
  await db
    .insertInto('connection_tests')
    .values({
      name,
      tested_at: now,
      last_ok_at: lastOkAt,
      findings: JSON.stringify(findings),
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        tested_at: eb.ref('excluded.tested_at'),
        last_ok_at: eb.fn.coalesce('excluded.last_ok_at', 'connection_tests.last_ok_at'),
        findings: eb.ref('excluded.findings'),
      })),
    )
    .execute()
  await noteFindings(services, name, findings, await isReportedByAdapter(services, name))
}

/** Says beside the findings of the last test that there was no other; it is made again soon. */
async function noteLimit(
  { database: { db }, clock }: Services,
  name: ConnectionName,
  limits: readonly Finding[],
): Promise<void> {
  const last = await db
    .selectFrom('connection_tests')
    .select('findings')
    .where('name', '=', name)
    .executeTakeFirst()
  const found = last?.findings.filter(({ code }) => code !== 'limited') ?? []
  const findings = JSON.stringify([...found, ...limits])
  await db
    .insertInto('connection_tests')
    .values({ name, tested_at: clock(), last_ok_at: null, findings })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ findings }))
    .execute()
}

/** Tests all of them, and ends what was wrong with those that the settings have no more. */
export async function testConnections(services: Services): Promise<void> {
  await Promise.all(connectionNames.map((name) => testConnection(services, name)))
}

/** Tests those again whose last test got no answer: in some minutes there may be one. */
export async function retestConnections(services: Services): Promise<void> {
  const tests = await services.database.db
    .selectFrom('connection_tests')
    .select(['name', 'findings'])
    .execute()
  const silent = tests.filter(({ findings }) =>
    findings.some((finding) => mayPass(finding) || finding.code === 'limited'),
  )
  await Promise.all(silent.map(({ name }) => testConnection(services, name)))
}

/** Whether the staff know already that a way of delivering perks needs them. */
async function isReportedByAdapter({ database }: Services, name: ConnectionName): Promise<boolean> {
  const failing = await database.db
    .selectFrom('perk_adapters')
    .select('name')
    .where('name', '=', name === 'discord-bot' ? 'discord-role' : name)
    .where('state', '=', 'needs_owner')
    .executeTakeFirst()
  return failing !== undefined
}

/** Every connection, with its last test, its last fault and, of a payment provider, its last event. */
export async function listConnections({ database: { db }, connectionChecks }: Services) {
  const [tests, faults, webhooks] = await Promise.all([
    db
      .selectFrom('connection_tests')
      .select(['name', 'tested_at as testedAt', 'last_ok_at as lastOkAt', 'findings'])
      .execute(),
    // One that lasts before one that has ended.
    db
      .selectFrom('connection_faults')
      .distinctOn('provider')
      .select(['provider', 'code', 'detail', 'last_at as lastAt', 'cleared_at as clearedAt'])
      .orderBy('provider')
      .orderBy(sql`cleared_at is null`, 'desc')
      .orderBy('last_at', 'desc')
      .execute(),
    db
      .selectFrom('webhook_events')
      .select(['provider', ({ fn }) => fn.max('received_at').as('at')])
      .groupBy('provider')
      .execute(),
  ])
  return connectionChecks.map(({ name, run }) => {
    const test = tests.find((one) => one.name === name)
    const fault = faults.find(({ provider }) => provider === name)
    const findings = test?.findings ?? []
    const isFaulty = fault?.clearedAt === null || findings.some(({ level }) => level === 'fault')
    return {
      name,
      configured: run !== null,
      ok: isFaulty ? false : test ? true : null,
      testedAt: test?.testedAt ?? null,
      lastOkAt: test?.lastOkAt ?? null,
      lastFault: fault ?? null,
      lastWebhookAt: webhooks.find(({ provider }) => provider === name)?.at ?? null,
      findings,
    }
  })
}
