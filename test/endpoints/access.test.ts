import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '../database.ts'
import { checkAccess } from './access-check.ts'
import { readAccessTable } from './access-table.ts'
import { nameOf } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { findMissingFields } from './examples.ts'
import { openGround, type Ground } from './ground.ts'
import { askers } from './people.ts'
import { readRoutesOfApp } from './routes-of-app.ts'

describeOnDatabase('who may do what', (_, createTestDatabase) => {
  let ground: Ground
  beforeAll(async () => {
    ground = await openGround(await createTestDatabase())
  })

  it('is said of every route of the app, and of no other', async () => {
    const described = [...new Set(endpoints.map(({ route }) => route))].toSorted()
    expect(described).toEqual(await readRoutesOfApp(ground.shop.services))
    expect([...readAccessTable().keys()]).toEqual(endpoints.map(nameOf))
  })

  it('is tried with every field that a contract has', async () => {
    const missing: string[] = []
    for (const endpoint of endpoints) {
      missing.push(...findMissingFields(endpoint, await endpoint.prepare(ground)))
    }
    expect(missing).toEqual([])
  })

  it('is what the table says, for everybody', async () => {
    const { checked, falseCells } = await checkAccess(ground, readAccessTable())
    expect(falseCells).toEqual([])
    expect(checked).toBe(endpoints.length * askers.length)
    expect(ground.shop.readErrors()).toEqual([])
  })
})
