import { expect, it } from 'vitest'
import { describeOnPostgres } from './database.ts'
import { runUnderFault } from '../stress/provider-faults/run-under-fault.ts'

// All kinds of faults, on both databases: `npm run stress -- provider-faults`.
describeOnPostgres('providers whose connections break', (_, createTestDatabase) => {
  it('at every call: nothing paid is lost or doubled, and everybody is told to come again', async () => {
    const settings = { crowd: 3, seed: 1 }
    const figures = await runUnderFault(await createTestDatabase(), 'reset', settings)
    expect(figures.comeAgain).toBeGreaterThan(0)
    expect(figures).toMatchObject({
      differences: [],
      messages: { lost: 0 },
      unclear: [],
      unmet: [],
      wrongStatuses: 0,
      pages: { failures: 0 },
    })
  })
})
