import * as contract from '#contract/admin-perks.ts'
import type { App } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/context.ts'
import * as adapters from '#server/services/perks/admin-adapters.ts'
import { listBatches, undoBatch } from '#server/services/perks/admin-batches.ts'
import { compensatePerks, transferPerks } from '#server/services/perks/admin-changes.ts'
import {
  deliverGrant,
  grantPerk,
  listGrants,
  voidGrant,
} from '#server/services/perks/admin-grants.ts'
import { importPerks } from '#server/services/perks/admin-imports.ts'
import { listOutages } from '#server/services/server-status/server-status.ts'

/** What players hold, changes to the grants of many of them at once, and how perks are delivered. */
export function adminPerkRoutes(app: App, services: Services): void {
  serve(app, contract.listGrants, ({ query }) => listGrants(services, query))
  serve(app, contract.grantPerk, ({ context, staff, body }) =>
    grantPerk(services, staff, body, readIdempotencyKey(context)),
  )
  serve(app, contract.voidGrant, ({ staff, params: { id }, body: { reason } }) =>
    voidGrant(services, staff, { id, reason }),
  )
  serve(app, contract.deliverGrant, ({ staff, params: { id }, body: { delivered } }) =>
    deliverGrant(services, staff, { id, isDelivered: delivered }),
  )

  serve(app, contract.listPerkBatches, () => listBatches(services))
  serve(app, contract.listOutages, () => listOutages(services))
  serve(app, contract.compensatePerks, ({ context, staff, body }) =>
    compensatePerks(services, staff, body, readIdempotencyKey(context)),
  )
  serve(app, contract.transferPerks, ({ context, staff, body }) =>
    transferPerks(services, staff, body, readIdempotencyKey(context)),
  )
  serve(app, contract.importPerks, ({ context, staff, body }) =>
    importPerks(services, staff, body, readIdempotencyKey(context)),
  )
  for (const kind of contract.batchKinds) {
    serve(app, contract.undoBatch[kind], ({ staff, params: { id }, body: { reason } }) =>
      undoBatch(services, staff, { id, kind, reason }),
    )
  }

  serve(app, contract.listAdapters, async () => {
    await adapters.renewComparisons(services)
    return adapters.listAdapters(services)
  })
  serve(app, contract.checkAdapter, ({ params: { name } }) => adapters.checkAdapter(services, name))
  serve(app, contract.enableAdapter, ({ staff, params: { name } }) =>
    adapters.enableAdapter(services, staff, name),
  )
  serve(app, contract.listFileVersions, ({ params: { name } }) =>
    adapters.listFileVersions(services, name),
  )
  serve(app, contract.restoreFileVersion, ({ staff, params: { name, id } }) =>
    adapters.restoreFile(services, staff, { name, versionId: id }),
  )
}
