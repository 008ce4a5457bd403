import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { pathsWithoutHead } from '#server/http/middleware/request-checks.ts'
import { describeOnDatabase } from '#test/database.ts'
import { newNetwork } from './call-endpoint.ts'
import { addressOf, nameOf, type Example } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { resetLimits, setUp, type Setup } from './setup.ts'
import { sendRaw, type RawAnswer } from './send-raw.ts'

const streamsPerNetwork = 20
/** Counters of limits, and messages that are sent a moment after their cause. */
const living: ReadonlySet<string> = new Set(['rate_limits', 'messages'])

describeOnDatabase('HEAD', (_, createTestDatabase) => {
  let setup: Setup
  beforeAll(async () => {
    setup = await setUp(await createTestDatabase())
  })

  async function sendUntilQuiet(method: string, endpoint: Example) {
    let sent = await sendOnce(method, endpoint)
    // A job may have written in between, but not each time.
    for (let again = 0; again < 2 && sent.writes.length > 0; again += 1) {
      sent = await sendOnce(method, endpoint)
    }
    return sent
  }

  async function sendOnce(method: string, endpoint: Example) {
    const call = await endpoint.prepare(setup)
    const request = {
      method,
      target: addressOf(endpoint, call),
      headers: {
        'x-forwarded-for': newNetwork(),
        ...call.headers,
        ...setup.people().headers.owner,
      },
    }
    return { ...(await findWrites(() => sendRaw(setup.shop.origin, request))), request }
  }

  async function findWrites(send: () => Promise<RawAnswer>) {
    const { db } = setup.shop.services.database
    // Reading the session as a page does renews it.
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
    const in28Days = new Date(Date.now() + 28 * 24 * 60 * 60 * 1000)
    await db.updateTable('sessions').set({ updated_at: twoDaysAgo }).execute()
    await db.updateTable('sessions').set({ expires_at: in28Days }).execute()
    const before = await readTables()
    const answer = await send()
    const after = await readTables()
    return { answer, writes: [...after].filter(([name, words]) => before.get(name) !== words) }
  }

  /** A digest of each table. */
  async function readTables(): Promise<ReadonlyMap<string, string>> {
    const { db } = setup.shop.services.database
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
      db,
    )
    const digests = tables
      .filter(({ name }) => !living.has(name))
      .map(
        ({ name }) => sql`
          select ${name} as name, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as words
          from ${sql.table(name)} t`,
      )
    const { rows } = await sql<{
      name: string
      words: string
    }>`${sql.join(digests, sql` union all `)}`.execute(db)
    return new Map(rows.map(({ name, words }) => [name, words]))
  }

  it('is answered like GET without its body, or not at all where GET writes or never ends', async () => {
    const faults: string[] = []
    for (const endpoint of endpoints.filter((each) => each.method === 'GET')) {
      await resetLimits(setup)
      const head = await sendUntilQuiet('HEAD', endpoint)
      if (head.writes.length > 0)
        faults.push(`HEAD of ${nameOf(endpoint)} writes: ${String(head.writes)}`)
      if (pathsWithoutHead.has(head.request.target.replace(/\?.*/, ''))) {
        const { status, headers } = head.answer
        if (status !== 405 || headers.get('allow') !== 'GET')
          faults.push(`${nameOf(endpoint)}: ${status}`)
        continue
      }
      const get = await sendUntilQuiet('GET', endpoint)
      if (get.writes.length > 0) faults.push(`${nameOf(endpoint)} writes: ${String(get.writes)}`)
      if (get.answer.status !== head.answer.status)
        faults.push(`${nameOf(endpoint)}: ${head.answer.status}, and GET ${get.answer.status}`)
    }
    expect(faults).toEqual([])
  })

  it('takes no slot of the event streams', async () => {
    const network = newNetwork()
    const send = (method: string) =>
      sendRaw(setup.shop.origin, {
        method,
        target: '/api/events',
        headers: { 'x-forwarded-for': network },
      })
    for (let sent = 0; sent < streamsPerNetwork; sent += 1) await send('HEAD')
    expect((await send('GET')).status).toBe(200)
  })
})
