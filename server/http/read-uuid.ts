import { uuid } from '#contract/fields.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { Refusal } from '#server/services/refusal.ts'

/** An id in an address. What is no UUID names nothing of ours and is refused as not found. */
export function readUuid(text: string, notFound: ProblemCode): string {
  const parsed = uuid.safeParse(text)
  if (!parsed.success) throw new Refusal(notFound)
  return parsed.data
}
