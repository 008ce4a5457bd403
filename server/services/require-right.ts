import { mayDo, type Right } from '#domain/rights.ts'
import type { Admin } from './audit/audit-log.ts'
import { ServiceError } from './service-error.ts'

/** Refuses with `forbidden` somebody of the staff who lacks a right. */
export function requireRight({ role }: Admin, right: Right): void {
  if (!mayDo(role, right)) throw new ServiceError('forbidden', { needs: right })
}
