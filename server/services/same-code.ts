import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a typed code is the right one. A wrong one takes the same time, however much of it is right. */
export function isSameCode(typed: string, right: string): boolean {
  return timingSafeEqual(digest(typed), digest(right))
}

/** Texts of any length become comparable without telling their length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
