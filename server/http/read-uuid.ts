import { z } from 'zod'
import type { ProblemCode } from '../../contract/problem.ts'
import { Refusal } from '../services/refusal.ts'

const uuid = z.uuid()

/** An id in an address, as we write it. What is no UUID names nothing of ours and is refused as not found. */
export function readUuid(text: string, notFound: ProblemCode): string {
  const parsed = uuid.safeParse(text)
  if (!parsed.success) throw new Refusal(notFound)
  return parsed.data.toLowerCase()
}
