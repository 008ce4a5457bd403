import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runScript, type RunningScript } from '#test/script.ts'
import { lockDataDirectory } from './data-directory.ts'

let folder = ''
const scripts: RunningScript[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kryptonique-lock-'))
})
afterEach(async () => {
  await Promise.all(scripts.splice(0).map((script) => script.kill()))
  rmSync(folder, { recursive: true, force: true })
})

it('names the process that holds the lock', async () => {
  const owner = await lockInAnotherProcess()
  await expect(lockDataDirectory(folder)).rejects.toThrow(`in use by process ${processId(owner)}`)
})

it('is free again after kill -9 of its owner', async () => {
  const owner = await lockInAnotherProcess()
  await owner.kill()
  const unlock = await lockDataDirectory(folder)
  await unlock()
})

it('is free again after unlocking', async () => {
  const unlock = await lockDataDirectory(folder)
  await expect(lockDataDirectory(folder)).rejects.toThrow(`process ${process.pid}`)
  await unlock()
  await (
    await lockDataDirectory(folder)
  )()
})

it('is unlocked twice without releasing the next owner’s lock', async () => {
  const unlock = await lockDataDirectory(folder)
  await unlock()
  const unlockNext = await lockDataDirectory(folder)
  await unlock()
  await expect(lockDataDirectory(folder)).rejects.toThrow(`process ${process.pid}`)
  await unlockNext()
})

it('is the same under another path to the directory', async () => {
  const unlock = await lockDataDirectory(path.join(folder, 'data'))
  symlinkSync(path.join(folder, 'data'), path.join(folder, 'alias'))
  await expect(lockDataDirectory(path.join(folder, 'alias'))).rejects.toThrow('in use')
  await unlock()
})

it('does not affect other directories', async () => {
  const unlockers = await Promise.all([
    lockDataDirectory(path.join(folder, 'a')),
    lockDataDirectory(path.join(folder, 'b')),
  ])
  await Promise.all(unlockers.map((unlock) => unlock()))
})

async function lockInAnotherProcess(): Promise<RunningScript> {
  const script = runScript(`
    import { lockDataDirectory } from './server/db/embedded/data-directory.ts'
    await lockDataDirectory(${JSON.stringify(folder)})
    console.log('locked by ' + process.pid + '.')
    setInterval(() => {}, 60_000)`)
  scripts.push(script)
  await script.waitFor('locked by')
  return script
}

function processId(script: RunningScript): string {
  return /locked by (\d+)\./.exec(script.output())?.[1] ?? 'unknown'
}
