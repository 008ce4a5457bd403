import qs from 'qs'
import { z } from 'zod'
import { refused, type Outcome } from './errors.ts'

/** A list of a form; one whose numbers have gaps arrives as fields named by them. */
export function formList<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.values(value) : value),
    z.array(item),
  )
}

export const formInteger = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number)

export const formBoolean = z
  .enum(['true', 'false'], 'Invalid boolean')
  .transform((value) => value === 'true')

/** https://docs.stripe.com/api/metadata */
export const formMetadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((metadata) => Object.keys(metadata).length <= 50, 'Metadata can have up to 50 keys')

/** Parses a body or query; the first wrong parameter becomes Stripe's 400. */
export function readForm<T extends z.ZodType>(schema: T, text: string): Outcome<z.output<T>> {
  const fields = qs.parse(text, { ignoreQueryPrefix: true })
  const parsed = schema.safeParse(fields)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  if (!issue) throw new Error('zod refused a form without saying why')
  return refuseIssue(issue, valueAt(fields, issue.path))
}

function refuseIssue(issue: z.core.$ZodIssue, value: unknown): ReturnType<typeof refused> {
  const param = inBrackets(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = inBrackets([...issue.path, ...issue.keys.slice(0, 1)])
    return refused(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
  if (value === undefined) {
    return refused(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`
    return refused(message, { code: 'parameter_invalid_empty', param })
  }
  if (issue.message === 'Invalid integer') {
    return refused(`Invalid integer: ${typeof value === 'string' ? value : '[object]'}`, {
      code: 'parameter_invalid_integer',
      param,
    })
  }
  if (issue.message === 'Not a valid URL') {
    return refused('Not a valid URL', { code: 'url_invalid', param })
  }
  return refused(`Invalid ${param}: ${issue.message}`, { param })
}

function inBrackets([head, ...rest]: readonly PropertyKey[]): string {
  return `${String(head ?? '')}${rest.map((name) => `[${String(name)}]`).join('')}`
}

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined,
    fields,
  )
}
