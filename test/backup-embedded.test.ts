import { cpSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { fillShop, readShelf, startBuying } from './backup/filled-shop.ts'
import { runCommand } from './backup/run-command.ts'
import { cleanUpLater } from './cleanups.ts'
import { describeOnPostgres } from './database.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-databases.ts'
import { openShop } from './shop.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const move = (folder: string, DATABASE_URL: string) =>
  runCommand({ DATABASE_URL }, process.execPath, 'server/move-database.ts', folder)

describeOnPostgres('an embedded database that outgrew its folder', () => {
  it('is copied as a folder, and moves to Postgres with all that it has', async () => {
    const { embeddedFolder, postgres } = inject('databaseTemplates')
    if (!postgres.available) throw new Error(postgres.reason)
    const folder = makeTemporaryFolder('kryptonique-move-')
    cleanUpLater(() => rm(folder, { recursive: true, force: true }))
    const directory = path.join(folder, 'data')
    cpSync(embeddedFolder, directory, { recursive: true })
    const proxy = { TRUSTED_PROXIES: '127.0.0.1' }
    const shop = await openShop({ kind: 'embedded', directory }, proxy)
    const filled = await fillShop(shop)
    const shelf = await readShelf(shop, filled)
    const { name, url } = await createPostgresDatabase(postgres.serverUrl)
    cleanUpLater(() => dropPostgresDatabase(postgres.serverUrl, name))
    const mistyped = await move(folder, url)
    expect(mistyped).toEqual({ exitCode: 1, output: `There is no database in ${folder}.\n` })
    expect(readdirSync(folder)).toEqual(['data'])
    const tooSoon = await move(directory, url)
    expect(tooSoon).toMatchObject({ exitCode: 1, output: expect.stringContaining('is in use by') })
    await shop.stop()

    // The other files of a stopped database, its lock included, do no harm in a copy.
    const copy = path.join(folder, 'copy')
    cpSync(directory, copy, { recursive: true })
    const moved = await move(copy, url)
    expect(moved).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/krypto_transactions: 5\n[^]*\nMoved\. .* 0 differences\.\n$/),
    })
    const again = await move(copy, url)
    expect(again).toMatchObject({ exitCode: 1, output: expect.stringContaining('is in use') })

    const reopened = await openShop(
      { kind: 'postgres', url },
      {
        ...proxy,
        PORT: new URL(shop.origin).port,
        SANDBOX_PORT: new URL(shop.sandbox.origin).port,
      },
    )
    expect(await readShelf(reopened, filled)).toEqual(shelf)
    // Its constraints and sequences continue.
    const buying = await startBuying(reopened, filled)
    await buying.stop()
    expect(await buying.readBalance()).toBe(
      filled.startBalance - buying.count() * filled.item.price,
    )
    expect(await verifyLedger(reopened.services.database)).toMatchObject({ differences: [] })
    const { db } = reopened.services.database
    await expect(
      db.updateTable('krypto_transactions').set({ amount: 1 }).execute(),
    ).rejects.toThrow('only grows')
  })
})
