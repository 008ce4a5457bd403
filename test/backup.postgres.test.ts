import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { fillShop, readShelf, startBuying, type FilledShop } from './backup/filled-shop.ts'
import { postgresPrograms, runCommand } from './backup/run-command.ts'
import { cleanUpLater } from './cleanups.ts'
import { describeOnPostgres } from './database.ts'
import { approvedOrder, nameTagBody, readRecords } from './factories/checkout.ts'
import { loseStripeEvents, openPack, readPack, settlePackPayment } from './factories/packs.ts'
import { isExecutable } from './postgres-binaries.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-databases.ts'
import { openShop, type TestShop } from './shop.ts'
import { players } from './sign-in.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const missing = ['pg_dump', 'pg_restore', 'psql'].filter(
  (name) => !isExecutable(path.join(postgresPrograms, name)),
)
const skipped =
  missing.length === 0 ? '' : ` [skipped: no ${missing.join(', ')} in ${postgresPrograms}]`

const run = (DATABASE_URL: string, program: string, ...parameters: readonly string[]) =>
  runCommand({ DATABASE_URL }, program, ...parameters)
const verifyLedger = (url: string) => run(url, process.execPath, 'server/verify-ledger.ts')

/** The variable's name: the password of the address must not be passed on. */
function withPassword(url: string): string {
  const guarded = new URL(url)
  guarded.password = 'p%40ss/word%'
  return guarded.href
}

function newBackupFolder(): string {
  const folder = makeTemporaryFolder('kryptonique-backup-')
  cleanUpLater(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function nameOfBackup(time: Date): string {
  return `kryptonique-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.dump`
}

/** Makes PayPal send an event again, as the owner can. */
async function resendFromPayPal({ origin, sandbox }: TestShop, eventType: string, about: string) {
  const sent = (await sandbox.readLog('paypal')).findLast(
    ({ kind, eventType: type, rawBody }) =>
      kind === 'webhook' && type === eventType && String(rawBody).includes(about),
  )
  if (!sent) throw new Error(`PayPal sent no ${eventType} of ${about}`)
  const headers = new Headers(Object.entries(sent['headers'] ?? {}))
  const address = `${origin}/webhooks/paypal`
  return (await fetch(address, { method: 'POST', headers, body: String(sent['rawBody']) })).status
}

it.each([
  ['postgres://shop:p%40ss%2Fword%25@db:5432/kr?sslmode=require', 'p@ss/word%'],
  ['postgresql://shop:pass\\word@db/kr', 'pass\\word'],
  ['postgres://shop@db/kr', ''],
  ['postgres:///kr?host=/run/postgresql', ''],
])('of %s no running program shows the password', async (url, password) => {
  const script = 'source deploy/database-url.sh; echo "$database_url"; echo "${PGPASSWORD:-}"'
  const { output } = await run(url, 'bash', '--norc', '-c', script)
  expect(output).toBe(`${url.replace(/:[^:/]*@/, '@')}\n${password}\n`)
})

const farAway = 'postgres://shop@db.example/kr'

it.each([
  [`${farAway}?sslmode=verify-full`, `${farAway}?sslmode=verify-full`, 'system'],
  [
    `${farAway}?sslmode=verify-full&sslrootcert=ca`,
    `${farAway}?sslmode=verify-full&sslrootcert=ca`,
    '',
  ],
  [`${farAway}?sslmode=no-verify&x=1`, `${farAway}?sslmode=require&x=1`, ''],
])('of %s PostgreSQL’s programs understand what the product does', async (url, their, roots) => {
  const script = 'source deploy/database-url.sh; echo "$database_url"; echo "${PGSSLROOTCERT:-}"'
  const { output } = await run(url, 'bash', '--norc', '-c', script)
  expect(output).toBe(`${their}\n${roots}\n`)
})

describeOnPostgres(`a backup${skipped}`, (_open, createDatabase) => {
  it.skipIf(missing.length > 0)(
    'taken while people buy is restored as the shop of that moment, and later payments come back',
    async () => {
      const location = await createDatabase()
      if (location.kind !== 'postgres') throw new Error('this is about Postgres')
      const proxy = { TRUSTED_PROXIES: '127.0.0.1' }
      const shop = await openShop(location, proxy)
      const filled = await fillShop(shop)
      const buying = await startBuying(shop, filled)
      const folder = newBackupFolder()
      const backup = await run(withPassword(location.url), 'deploy/backup.sh', folder)
      await buying.stop()
      expect(backup).toEqual({ exitCode: 0, output: expect.stringMatching(/\.dump\n$/) })
      const shelf = await readShelf(shop, filled)

      // After the backup: a buyer pays an earlier order, and others open new ones.
      await loseStripeEvents(shop)
      await shop.sandbox.decide(filled.waiting.paypalOrderId, 'pay')
      await shop.sandbox.stripe.decide(filled.waitingPack.sessionId, 'pay')
      await filled.player.post(`/api/orders/${filled.waiting.orderId}/capture`, {})
      const late = await approvedOrder(shop, filled.player, nameTagBody())
      await filled.player.post(`/api/orders/${late.orderId}/capture`, {})
      const latePack = await openPack(shop)
      await shop.sandbox.stripe.decide(latePack.sessionId, 'pay')
      await settlePackPayment(filled.player, latePack.sessionId)
      expect((await readPack(shop, latePack.orderId)).status).toBe('paid')
      const told = await readMessages(shop)

      await shop.stop()
      const { name, url } = await createPostgresDatabase(location.url)
      cleanUpLater(() => dropPostgresDatabase(location.url, name))
      const dump = readdirSync(folder).find((file) => file.endsWith('.dump')) ?? ''
      const restored = await run(withPassword(url), 'deploy/restore.sh', path.join(folder, dump))
      expect(restored.exitCode).toBe(0)
      expect(await verifyLedger(url)).toMatchObject({ exitCode: 0 })
      const address = { PORT: new URL(shop.origin).port }
      const sandboxAddress = { SANDBOX_PORT: new URL(shop.sandbox.origin).port }
      const again = await openShop(
        { kind: 'postgres', url },
        { ...proxy, ...address, ...sandboxAddress },
      )
      const reopened: TestShop = { ...again, sandbox: shop.sandbox }

      expect(await readShelf(reopened, filled)).toEqual(shelf)
      // Purchases continued during the backup: it has some of them, each complete.
      const spent = filled.startBalance - (await buying.readBalance())
      expect(spent % filled.item.price).toBe(0)
      expect(spent).toBeGreaterThanOrEqual(0)
      expect(spent).toBeLessThanOrEqual(buying.count() * filled.item.price)

      // Orders opened before the backup and paid after it are found at the providers.
      reopened.advanceClock(10 * 60_000)
      await Promise.all([reconcileOrders(reopened.services), reconcilePacks(reopened.services)])
      const readPaid = async (): Promise<unknown> => {
        const { order, purchases } = await readRecords(reopened, filled.waiting.orderId)
        const { status, lines } = await readPack(reopened, filled.waitingPack.orderId)
        return [order.status, purchases.length, status, lines]
      }
      // The shop's own job may have taken one of them just before.
      await expect
        .poll(readPaid)
        .toEqual(['paid', 1, 'paid', ['pack_purchase 1000', 'pack_bonus 100']])
      // The shop does not know orders opened after the backup; PayPal has to send their events again.
      const captured = 'PAYMENT.CAPTURE.COMPLETED'
      expect(await resendFromPayPal(reopened, captured, late.orderId)).toBe(204)
      const inbox = await filled.admin.get('/api/admin/inbox')
      expect(inbox.body['payments']).toMatchObject([
        { amountCents: 2000, reason: 'order_unknown', resolvedAt: null },
      ])
      expect(await verifyLedger(url)).toMatchObject({ exitCode: 0 })

      // The staff is not notified again of the order that was paid before the backup.
      await expect
        .poll(async () => countOf(await readMessages(reopened), filled.waiting.orderId))
        .toBeGreaterThan(countOf(told, filled.waiting.orderId))
      const before = countOf(told, filled.settled.orderId)
      expect(before).toBeGreaterThan(0)
      expect(countOf(await readMessages(reopened), filled.settled.orderId)).toBe(before)

      const forgetting = [
        `--set=discord_id=${players.hunter}`,
        `--set=steam_id=${filled.calmSteamId}`,
      ]
      const file = '--file=deploy/forget-player.sql'
      expect(await run(url, 'psql', url, ...forgetting, file)).toMatchObject({ exitCode: 0 })
      expect(await readNames(reopened, filled)).toEqual(['-'])
      expect((await filled.player.get('/api/session')).body['user']).toBeNull()
      expect(await verifyLedger(url)).toMatchObject({ exitCode: 0 })
    },
  )

  it.skipIf(missing.length > 0)(
    'is kept whole or not at all, and restored only into an empty database',
    async () => {
      const location = await createDatabase()
      if (location.kind !== 'postgres') throw new Error('this is about Postgres')
      const folder = newBackupFolder()
      const nowhere = new URL(location.url)
      nowhere.pathname = '/nothing_here'
      expect((await run(nowhere.href, 'deploy/backup.sh', folder)).exitCode).not.toBe(0)
      expect(readdirSync(folder)).toEqual([])

      const old = ['20200101T000000Z', '20200102T000000Z'].map((time) => `kryptonique-${time}.dump`)
      const foreign = 'kryptonique-notes.dump'
      for (const name of [...old, foreign]) writeFileSync(path.join(folder, name), 'old')
      expect((await run(location.url, 'deploy/backup.sh', folder, '2')).exitCode).toBe(0)
      const kept = readdirSync(folder)
      expect(kept).toHaveLength(4)
      expect(kept).toEqual(expect.arrayContaining([old[1], foreign]))

      const dump = path.join(
        folder,
        kept.find((file) => /^kryptonique-202[1-9].*p$/.test(file)) ?? '',
      )
      const full = await run(location.url, 'deploy/restore.sh', dump)
      expect(full).toMatchObject({ exitCode: 1, output: expect.stringContaining('already') })
      const { name, url } = await createPostgresDatabase(location.url)
      cleanUpLater(() => dropPostgresDatabase(location.url, name))
      const alone = path.join(folder, 'alone.dump')
      copyFileSync(dump, alone)
      const unproven = await run(url, 'deploy/restore.sh', alone)
      expect(unproven).toMatchObject({ exitCode: 1, output: expect.stringContaining('not there') })
      writeFileSync(dump, 'broken', { flag: 'a' })
      for (const words of [[], ['--without-checksum']]) {
        const broken = await run(url, 'deploy/restore.sh', dump, ...words)
        expect(broken).toMatchObject({ exitCode: 1, output: expect.stringContaining('differs') })
      }
      const trusted = await run(url, 'deploy/restore.sh', alone, '--without-checksum')
      expect(trusted).toMatchObject({ exitCode: 0 })
    },
  )

  it.skipIf(missing.length > 0)(
    'stays for its days, however many were made since, and beyond them while it is among the newest',
    async () => {
      const location = await createDatabase()
      if (location.kind !== 'postgres') throw new Error('this is about Postgres')
      const folder = newBackupFolder()
      const now = Date.now()
      const [young = '', almost = '', old = '', older = ''] = [1, 47, 49, 50].map((hours) =>
        nameOfBackup(new Date(now - hours * 3_600_000)),
      )
      for (const name of [old, older]) writeFileSync(path.join(folder, name), 'old')
      expect((await run(location.url, 'deploy/backup.sh', folder, '2')).exitCode).toBe(0)
      expect(readdirSync(folder)).toContain(old)
      expect(readdirSync(folder)).not.toContain(older)

      for (const name of [young, almost]) writeFileSync(path.join(folder, name), 'young')
      // Two backups in one second would have the same name, so the second is refused.
      await expect
        .poll(async () => (await run(location.url, 'deploy/backup.sh', folder, '2')).exitCode)
        .toBe(0)
      const kept = readdirSync(folder).filter((name) => name.endsWith('.dump'))
      expect(kept).toHaveLength(4)
      expect(kept).toEqual(expect.arrayContaining([young, almost]))
    },
  )
})

/** The player's names that are still stored. */
async function readNames({ services }: TestShop, { calmSteamId, settled }: FilledShop) {
  const { rows } = await sql<{ name: string }>`
    select discord_username as name from orders where id = ${settled.orderId}
    union select discord_username from krypto_orders where steam_id = ${calmSteamId}
    union select discord_username from krypto_transactions where steam_id = ${calmSteamId}
    union select discord_username from krypto_balance where steam_id = ${calmSteamId}
    union select discord_username from skin_purchases where steam_id = ${calmSteamId}
    union select name from users`.execute(services.database.db)
  return rows.map(({ name }) => name)
}

async function readMessages({ sandbox }: TestShop): Promise<readonly string[]> {
  const log = await sandbox.readLog('discord')
  // Messages to Discord escape every character that could be formatting.
  return log
    .filter(({ kind }) => kind === 'message')
    .map((entry) => JSON.stringify(entry).replaceAll('\\', ''))
}

function countOf(messages: readonly string[], orderId: string): number {
  return messages.filter((message) => message.includes(orderId)).length
}
