import { Refusal } from './refusal.ts'

/** What a list says to a cursor that is none of its own. */
export function strangeCursor(): Refusal {
  const message = 'This is no cursor of ours.'
  return new Refusal('validation_failed', {
    errors: [{ path: 'cursor', code: 'invalid_cursor', message }],
  })
}

/** The id that the page before ended with. Refuses what is none with `validation_failed`. */
export function readNumberCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw strangeCursor()
  return Number(cursor)
}
