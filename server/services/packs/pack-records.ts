import type { Selectable } from 'kysely'
import type { KryptoOrdersTable } from '#server/db/schema.ts'

export type PackOrder = Selectable<KryptoOrdersTable>
