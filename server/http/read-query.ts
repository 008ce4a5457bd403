import type { Context } from 'hono'
import type { z } from 'zod'
import { checkFields } from './read-json.ts'

/** Reads and checks the query of an address. Refuses with `validation_failed`. */
export function readQuery<Shape extends z.ZodType>(
  context: Context,
  shape: Shape,
): z.output<Shape> {
  return checkFields(shape, context.req.query())
}
