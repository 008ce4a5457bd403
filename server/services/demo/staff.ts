import { z } from 'zod'
import { staffRoles } from '#domain/rights.ts'
import { addPerson } from '#server/services/staff/people.ts'
import { event, staff, who } from './event.ts'

const invite = event(
  z.object({ whom: who, role: z.enum(staffRoles) }),
  ({ services }, { whom: { name, discordId }, role }) =>
    addPerson(services, staff, { name, discordId, role }),
)

export const staffChanges = { invite }
