import type { Context } from 'hono'
import type { z } from 'zod'
import { Refusal } from '#server/services/refusal.ts'

/** Reads and checks a JSON body. Refuses with a code for each way in which it can be wrong. */
export async function readJson<Shape extends z.ZodType>(
  context: Context,
  shape: Shape,
): Promise<z.output<Shape>> {
  const contentType = context.req.header('content-type') ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)) {
    throw new Refusal('unsupported_media_type')
  }
  return checkFields(shape, await parseBody(context))
}

/** What the shape makes of a value from outside. Refuses with `validation_failed`, naming each field. */
export function checkFields<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Refusal('validation_failed', { errors: parsed.error.issues.map(toFieldError) })
}

async function parseBody(context: Context): Promise<unknown> {
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json')
  }
}

function toFieldError(issue: z.core.$ZodIssue) {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : issue.code
  return { path: issue.path.join('.'), code: String(code), message: issue.message }
}
