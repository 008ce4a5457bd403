import type { z } from 'zod'

type ControlReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly answer: Response }

/** Parses the body of a control call; the answer to an invalid one names each wrong field. */
export function readControl<T extends z.ZodType>(
  schema: T,
  text: string,
): ControlReading<z.output<T>> {
  const body = parseJson(text)
  if (body === undefined) return { ok: false, answer: answerInvalid('', 'the body is not JSON') }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { ok: false, answer: Response.json({ errors }, { status: 422 }) }
}

export function answerInvalid(path: string, message: string): Response {
  return Response.json({ errors: [{ path, message }] }, { status: 422 })
}

/** Parses JSON; undefined, which JSON cannot express, for invalid text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
