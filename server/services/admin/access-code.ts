import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { isSameCode } from '#server/services/same-code.ts'

/** Whether this is the owner's code, in a time that tells nothing of it. */
export function isAccessCode({ adminAccessCode }: Config, code: string): boolean {
  return isSameCode(code, adminAccessCode)
}

/**
 * What the database keeps of a session's secret. The access code is the key, so that another code
 * ends all sessions that were opened with the old one.
 */
export function hashSessionSecret({ adminAccessCode }: Config, secret: string): string {
  return createHmac('sha256', adminAccessCode).update(secret).digest('hex')
}
