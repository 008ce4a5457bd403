import type { z } from 'zod'
import { parseJson } from '#sandbox/parse-json.ts'
import type { Issue, Outcome, Refusal } from './errors.ts'

/** Parses a JSON body; the first fault becomes PayPal's 400 with a pointer to the field. */
export function readBody<T extends z.ZodType>(schema: T, text: string): Outcome<z.output<T>> {
  const body = text === '' ? {} : parseJson(text)
  if (body === undefined) {
    return { ok: false, refusal: { status: 400, issue: 'MALFORMED_REQUEST_JSON' } }
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  if (!issue) throw new Error('zod refused a body without saying why')
  return { ok: false, refusal: toRefusal(issue, valueAt(body, issue.path)) }
}

function toRefusal(issue: z.core.$ZodIssue, value: unknown): Refusal {
  return {
    status: 400,
    issue: toIssue(issue, value),
    field: `/${issue.path.join('/')}`,
    ...(typeof value === 'string' && { value }),
  }
}

function toIssue(issue: z.core.$ZodIssue, value: unknown): Issue {
  if (value === undefined) return 'MISSING_REQUIRED_PARAMETER'
  if (issue.code === 'too_big') {
    return issue.origin === 'array' ? 'INVALID_ARRAY_MAX_ITEMS' : 'INVALID_STRING_LENGTH'
  }
  if (issue.code === 'too_small') {
    return issue.origin === 'array' ? 'INVALID_ARRAY_MIN_ITEMS' : 'INVALID_STRING_LENGTH'
  }
  return issue.code === 'invalid_value' ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX'
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined,
    body,
  )
}
