import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'

/** Whether this is the owner's code. A wrong one takes the same time, however much of it is right. */
export function isAccessCode({ adminAccessCode }: Config, code: string): boolean {
  return timingSafeEqual(digest(code), digest(adminAccessCode))
}

/**
 * What the database keeps of a session's secret. The access code is the key, so that another code
 * ends all sessions that were opened with the old one.
 */
export function hashSessionSecret({ adminAccessCode }: Config, secret: string): string {
  return createHmac('sha256', adminAccessCode).update(secret).digest('hex')
}

/** Texts of any length become comparable without telling their length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
