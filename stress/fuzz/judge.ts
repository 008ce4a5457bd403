import { z } from 'zod'
import { problemStatus } from '#contract/problem.ts'
import { parseJson } from '#test/endpoints/call-endpoint.ts'
import type { RawAnswer } from '#test/endpoints/send-raw.ts'

const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
  error: z.string(),
})

/** Traces of a stack, a query or one of our files. */
const innards =
  /node_modules|\.ts:\d+|\\n +at |syntax error at|invalid input syntax|violates .* constraint|invalid byte sequence|"?relation"? "|select .* from |kysely|pglite/i

/** The request, as far as the expected answer depends on it. */
interface SentRequest {
  readonly method: string
  /** Whether people open it: then an unknown address is answered with a page. */
  readonly isPage: boolean
}

/** The fault of an answer to fuzz; null for none. */
export function judge(
  { status, headers, text }: RawAnswer,
  { method, isPage }: SentRequest,
): string | null {
  if (status === 0) return 'no answer'
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  if (status < 400) return null
  if (isPage && status === 404 && headers.get('content-type')?.startsWith('text/html')) return null
  if (headers.get('content-type') !== 'application/problem+json') {
    return `${status} as ${headers.get('content-type')}`
  }
  if (method === 'HEAD') return null
  if (innards.test(text)) return `innards: ${text.slice(0, 200)}`
  return judgeProblem(status, text)
}

function judgeProblem(status: number, text: string): string | null {
  const parsed = problemBody.safeParse(parseJson(text))
  if (!parsed.success) return `no problem body: ${text.slice(0, 200)}`
  const { code, status: written, message, error } = parsed.data
  const expected = Object.entries(problemStatus).find(([known]) => known === code)?.[1]
  if (expected === undefined) return `unknown code ${code}`
  if (expected !== status || written !== status) return `${code} with ${status}`
  return message === error ? null : 'message and error differ'
}
