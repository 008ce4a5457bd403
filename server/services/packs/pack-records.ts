import type { Selectable } from 'kysely'
import type { KryptoOrdersTable } from '../../db/schema.ts'

export type PackOrder = Selectable<KryptoOrdersTable>
