import type { Database } from '#server/db/database.ts'
import type { SandboxControl } from './sandbox-control.ts'

interface BothBooks {
  readonly services: { readonly database: Pick<Database, 'db'> }
  readonly sandbox: Pick<SandboxControl, 'readMovements'>
}

/** Our books and those of both providers, by the provider's id of each movement. */
export async function readBothBooks({ services, sandbox }: BothBooks) {
  const rows = await services.database.db.selectFrom('money_movements').selectAll().execute()
  const ours = rows.map((row) => ({
    reference: row.reference,
    kind: row.kind,
    movedAt: row.moved_at,
    grossCents: row.gross_cents,
    currency: row.currency,
    feeCents: row.fee_cents,
    netCents: row.settled_cents,
    settledCurrency: row.settled_currency,
  }))
  return { ours: byReference(ours), theirs: byReference(await sandbox.readMovements()) }
}

function byReference<Each extends { readonly reference: string }>(all: readonly Each[]) {
  return new Map(all.map((one) => [one.reference, one]))
}
