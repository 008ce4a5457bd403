import * as contract from '#contract/people.ts'
import type { App } from '#server/http/environment.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/context.ts'
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
  serve(app, contract.changeAccessCode, async ({ staff, body }) => {
    await changeAccessCode(services, staff, body.enabled)
    return body
  })
  serve(app, contract.changePerson, ({ staff, params, body }) =>
    changePerson(services, staff, params.discordId, body.role),
  )
  serve(app, contract.removePerson, ({ staff, params }) =>
    removePerson(services, staff, params.discordId),
  )
}
