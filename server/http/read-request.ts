import type { Context } from 'hono'
import { z } from 'zod'
import { toFieldError, type ProblemCode } from '#contract/problem.ts'
import { invalidField, ServiceError } from '#server/services/service-error.ts'

/**
 * Reads and checks a JSON body, which may be missing where its schema has a default. Throws a
 * ServiceError with a code for each kind of fault.
 */
export async function readJson<Shape extends z.core.$ZodType>(
  context: Context,
  shape: Shape,
): Promise<z.output<Shape>> {
  const missing = z.safeParse(shape, undefined)
  if (missing.success && (await context.req.text()) === '') return missing.data
  const contentType = context.req.header('content-type') ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)) {
    throw new ServiceError('unsupported_media_type')
  }
  return checkFields(shape, await parseBody(context))
}

/**
 * Parses a value from outside. Throws `validation_failed`, naming each wrong field, or the given
 * refusal of what cannot exist.
 */
export function checkFields<Shape extends z.core.$ZodType>(
  shape: Shape,
  value: unknown,
  unknown?: ProblemCode,
): z.output<Shape> {
  const parsed = z.safeParse(shape, value)
  if (parsed.success) return parsed.data
  if (unknown !== undefined) throw new ServiceError(unknown)
  throw new ServiceError('validation_failed', { errors: parsed.error.issues.map(toFieldError) })
}

async function parseBody(context: Context): Promise<unknown> {
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('invalid_json')
  }
}

const printableAscii = /^[\x20-\x7e]{1,255}$/

/** The request's `Idempotency-Key`; null without one. Throws `validation_failed`. */
export function readIdempotencyKey(context: Context): string | null {
  const key = context.req.header('idempotency-key')
  if (key === undefined) return null
  if (printableAscii.test(key)) return key
  const message = 'Between 1 and 255 printable ASCII characters.'
  throw invalidField('Idempotency-Key', 'invalid_format', message)
}
