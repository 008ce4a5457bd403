import { ask } from './ask.ts'
import type { AccessTable } from './access-table.ts'
import { nameOf } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { forgetLimits, type Ground } from './ground.ts'
import { askers } from './people.ts'

/** A cell of the table that the shop's answer contradicts. */
export interface FalseCell {
  readonly endpoint: string
  readonly asker: string
  readonly expected: string
  readonly answered: string
}

/** Makes every call as every asker, and compares each answer with the table. */
export async function checkAccess(
  ground: Ground,
  table: AccessTable,
): Promise<{ readonly checked: number; readonly falseCells: readonly FalseCell[] }> {
  const falseCells: FalseCell[] = []
  let checked = 0
  for (const endpoint of endpoints) {
    const name = nameOf(endpoint)
    await forgetLimits(ground)
    for (const asker of askers) {
      const expected = table.get(name)?.[asker] ?? 'no row'
      const answered = await ask(ground, endpoint, asker)
      checked += 1
      if (answered !== expected) falseCells.push({ endpoint: name, asker, expected, answered })
    }
    if (endpoint.endsSession) await ground.renewPeople()
  }
  return { checked, falseCells }
}
