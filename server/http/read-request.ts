import type { Context } from 'hono'
import { z } from 'zod'
import { uuid } from '#contract/fields.ts'
import { toFieldError, type ProblemCode } from '#contract/problem.ts'
import { ServiceError } from '#server/services/service-error.ts'

/** Reads and checks a JSON body. Throws a ServiceError with a code for each kind of fault. */
export async function readJson<Shape extends z.core.$ZodType>(
  context: Context,
  shape: Shape,
): Promise<z.output<Shape>> {
  const contentType = context.req.header('content-type') ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)) {
    throw new ServiceError('unsupported_media_type')
  }
  return checkFields(shape, await parseBody(context))
}

/** Like `readJson` for a body that may be missing: none counts as one without fields. */
export async function readOptionalJson<Shape extends z.core.$ZodType>(
  context: Context,
  shape: Shape,
): Promise<z.output<Shape>> {
  return (await context.req.text()) === '' ? checkFields(shape, {}) : readJson(context, shape)
}

/** Parses a value from outside. Throws `validation_failed`, naming each wrong field. */
export function checkFields<Shape extends z.core.$ZodType>(
  shape: Shape,
  value: unknown,
): z.output<Shape> {
  const parsed = z.safeParse(shape, value)
  if (parsed.success) return parsed.data
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

/** Reads and checks the query of an address. Throws `validation_failed`. */
export function readQuery<Shape extends z.core.$ZodType>(
  context: Context,
  shape: Shape,
): z.output<Shape> {
  return checkFields(shape, context.req.query())
}

/** An id in an address. Throws `notFound` for text that is not a UUID, since no such id exists. */
export function readUuid(text: string, notFound: ProblemCode): string {
  const parsed = uuid.safeParse(text)
  if (!parsed.success) throw new ServiceError(notFound)
  return parsed.data
}

const printableAscii = /^[\x20-\x7e]{1,255}$/

/** The request's `Idempotency-Key`; null without one. Throws `validation_failed`. */
export function readIdempotencyKey(context: Context): string | null {
  const key = context.req.header('idempotency-key')
  if (key === undefined) return null
  if (printableAscii.test(key)) return key
  const message = 'Between 1 and 255 printable ASCII characters.'
  throw new ServiceError('validation_failed', {
    errors: [{ path: 'Idempotency-Key', code: 'invalid_format', message }],
  })
}
