import * as contract from '#contract/people.ts'
import type { App } from '#server/http/environment.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import {
  addPerson,
  changeAccessCode,
  changePerson,
  isCodeEnabled,
  listPeople,
  removePerson,
} from '#server/services/staff/people.ts'

/** Who belongs to the staff, and whether the access code opens the admin area. */
export function peopleRoutes(app: App, services: Services): void {
  serve(app, contract.listPeople, () => listPeople(services))
  serve(app, contract.addPerson, ({ staff, body }) => addPerson(services, staff, body))
  serve(app, contract.readAccessCode, async () => ({
    enabled: await isCodeEnabled(services.database.db),
  }))
  // One route: beside a fixed address of its method, `:discordId` would slow the router.
  serve(app, contract.changePerson, async ({ staff, params: { discordId }, body }) => {
    const isCode = discordId === 'access-code'
    if (!isCode && 'role' in body) return changePerson(services, staff, discordId, body.role)
    if (!isCode || !('enabled' in body)) throw new ServiceError('validation_failed')
    await changeAccessCode(services, staff, body.enabled)
    return body
  })
  serve(app, contract.removePerson, ({ staff, params }) =>
    removePerson(services, staff, params.discordId),
  )
}
