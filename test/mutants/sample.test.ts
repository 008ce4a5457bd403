import { describe, expect, it } from 'vitest'
import { chooseSample, mutantsOf } from './sample.ts'

const lines = Array.from({ length: 40 }, (_, n) => `export const a${n} = b${n} === c`)
const idsOf = (text: string, seed = 1): string[] =>
  chooseSample([mutantsOf('domain', 'domain/a.ts', text)], seed, 20).map(({ id }) => id)

describe('the sample', () => {
  it('is the same for the same seed, and another for another', () => {
    const text = lines.join('\n')
    expect(idsOf(text)).toEqual(idsOf(text))
    expect(idsOf(text, 2)).not.toEqual(idsOf(text))
  })

  it('keeps what it chose when other lines change', () => {
    const before = idsOf(lines.join('\n'))
    const after = idsOf(['', '// said first', ...lines.slice(0, -1)].join('\n'))
    expect(before.filter((id) => !after.includes(id)).length).toBeLessThanOrEqual(1)
  })

  it('tells equal mutants of equal lines apart', () => {
    const ids = mutantsOf('domain', 'domain/a.ts', 'a++\na++').map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })

  it('takes equally many of each area, and the rest from larger ones', () => {
    const areas = [lines.slice(0, 3), lines.slice(3, 20), lines.slice(20)].map((some, area) =>
      mutantsOf(String(area), `${area}.ts`, some.join('\n')),
    )
    const counts = [0, 1, 2].map(
      (area) => chooseSample(areas, 1, 23).filter((mutant) => mutant.area === String(area)).length,
    )
    expect(counts).toEqual([3, 10, 10])
  })
})
