import { outcomeByFault, type DeliveryFaultCode } from '#domain/delivery-faults.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import type { DeliveryException } from '#server/providers/perk-adapter.ts'
import { faultOf, type CftoolsRefusal } from './data-api.ts'

export const perk = 'priority_queue'

/** Why the run stopped, so that it tried nothing further. */
export interface Halt {
  readonly code: DeliveryFaultCode
  readonly detail: string
  readonly retryAt?: Date
}

export function haltOf(result: CftoolsRefusal, clock: () => Date): Halt {
  const { code, message: detail, retryAfterSeconds } = faultOf(result)
  if (retryAfterSeconds === undefined) return { code, detail }
  return { code, detail, retryAt: new Date(clock().getTime() + retryAfterSeconds * 1000) }
}

export function exceptionOf(steamId: SteamId64, halt: Halt): DeliveryException {
  const event = outcomeByFault[halt.code] === 'retry' ? 'failed' : 'staff_needed'
  return { steamId, perk, event, ...halt }
}
