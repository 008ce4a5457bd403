import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderStatuses } from '#domain/orders.ts'
import { nextCheck, nextTry, payableMilliseconds, type Watched } from './next-check.ts'

const minute = 60_000
const opened = new Date('2026-11-21T12:00:00Z')
const at = (age: number) => new Date(opened.getTime() + age)

/** The ages, in minutes, at which a job that comes once a minute checks an order until its time is over. */
function checksOf(order: Partial<Watched>, from = 0): number[] {
  const watched: Watched = { status: 'pending', opened_at: opened, told_at: null, ...order }
  const ages: number[] = []
  for (let age = from; age < payableMilliseconds;) {
    const next = nextCheck(watched, at(age)).getTime() - opened.getTime()
    age = Math.ceil(next / minute) * minute
    ages.push(age / minute)
  }
  return ages
}

describe('an order of which nobody says that it is paid', () => {
  it('is checked seven times while it can be paid, the last time when that is over', () => {
    expect(checksOf({})).toEqual([4, 8, 12, 24, 48, 96, 180])
  })

  it('is checked after pauses that grow, each as long as it is old at most', () => {
    const pauses = checksOf({}).map((age, index, all) => age - (all[index - 1] ?? 0))
    expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((a, b) => a - b))
  })

  it('is checked once more, at the end, when another one took its place', () => {
    expect(checksOf({ status: 'superseded' }, 8 * minute)).toEqual([180])
  })
})

it('an order that was just said to be paid is checked soon, and at last like any other', () => {
  const toldAge = 60
  expect(checksOf({ told_at: at(toldAge * minute) }, toldAge * minute)).toEqual([
    61, 62, 64, 68, 72, 76, 152, 180,
  ])
})

const watched = fc.record({
  status: fc.constantFrom(...orderStatuses),
  opened_at: fc.constant(opened),
  told_at: fc.option(fc.integer({ min: 0, max: 4 * 60 * minute }).map(at)),
})

it('the next check is never in the past, never after the end, and soon while somebody said so', () => {
  const age = fc.integer({ min: 0, max: 5 * 60 * minute })
  fc.assert(
    fc.property(watched, age, (order, ageMilliseconds) => {
      const now = at(ageMilliseconds)
      const pause = nextCheck(order, now).getTime() - now.getTime()
      expect(pause).toBeGreaterThan(0)
      expect(nextTry(order, now).getTime()).toBeLessThanOrEqual(nextCheck(order, now).getTime())
      if (ageMilliseconds > payableMilliseconds) return
      expect(nextTry(order, now).getTime() - now.getTime()).toBeLessThanOrEqual(4 * minute)
      if (ageMilliseconds === payableMilliseconds) return
      expect(ageMilliseconds + pause).toBeLessThanOrEqual(payableMilliseconds)
      const sinceTold = order.told_at ? now.getTime() - order.told_at.getTime() : -1
      if (sinceTold >= 0 && sinceTold < 15 * minute) expect(pause).toBeLessThanOrEqual(4 * minute)
    }),
  )
})
