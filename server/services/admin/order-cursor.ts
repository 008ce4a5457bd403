import { sql, type RawBuilder } from 'kysely'
import { Refusal } from '../refusal.ts'

/** Where a page of orders ends: when its last order was opened, in microseconds since 1970, and its id. */
export interface OrderPosition {
  readonly openedMicroseconds: number
  readonly id: string
}

const shape = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The database's times are finer than JavaScript's: what is rounded would skip orders. */
export const openedMicroseconds = sql<number>`(extract(epoch from orders.opened_at) * 1000000)::bigint`

/** Whether an order comes after this position, the newest first. */
export function isAfter({ openedMicroseconds: opened, id }: OrderPosition): RawBuilder<boolean> {
  return sql<boolean>`(orders.opened_at, orders.id)
    < (timestamptz 'epoch' + ${opened}::bigint * interval '1 microsecond', ${id}::uuid)`
}

export function writeCursor({ openedMicroseconds: opened, id }: OrderPosition): string {
  return `${opened}.${id}`
}

/** Refuses a cursor that we did not write with `validation_failed`. */
export function readCursor(cursor: string): OrderPosition {
  const [, opened, id] = shape.exec(cursor) ?? []
  if (opened === undefined || id === undefined) {
    const message = 'This is no cursor of ours.'
    throw new Refusal('validation_failed', {
      errors: [{ path: 'cursor', code: 'invalid_cursor', message }],
    })
  }
  return { openedMicroseconds: Number(opened), id }
}
