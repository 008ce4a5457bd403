import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { startPostgres } from './postgres.ts'
import { killWhileKrMove } from '../stress/kr-kills.ts'

const started = await startPostgres(process.env)
const skipped = started.available ? '' : ` [skipped: ${started.reason}]`

describe.skipIf(!started.available)(`Kr that move while all is killed${skipped}`, () => {
  beforeAll(() => buildWebIfStale())
  afterAll(async () => {
    if (started.available) await started.server.remove()
  })

  it('are neither lost nor doubled, and every answer stays what it was', async () => {
    if (!started.available) throw new Error(started.reason)
    const { server } = started
    const figures = await killWhileKrMove({ kind: 'postgres', url: server.url }, server, {
      kills: 2,
      crashes: 1,
      seed: 1,
    })
    expect(figures.unclear).toBeGreaterThan(0)
    expect(figures.lines).toBeGreaterThan(20)
    expect(figures).toMatchObject({
      lost: 0,
      doubled: 0,
      differences: [],
      strange: [],
      changed: 0,
    })
  })
})
