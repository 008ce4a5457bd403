import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, KyselyPlugin, Transaction } from 'kysely'

export type RunTransaction<Tables> = <Result>(
  work: (trx: Transaction<Tables>) => Promise<Result>,
) => Promise<Result>

/**
 * Makes a query through `db` inside a transaction an error. It would wait for ever on the embedded
 * database, which has one connection, and take a second connection on Postgres.
 */
export function guardTransactions<Tables>(base: Kysely<Tables>): {
  db: Kysely<Tables>
  transaction: RunTransaction<Tables>
} {
  const insideTransaction = new AsyncLocalStorage<true>()
  const guard: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (insideTransaction.getStore()) throw new Error('use trx, not db, inside a transaction')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return {
    db: base.withPlugin(guard),
    transaction: async (work) => {
      if (insideTransaction.getStore()) throw new Error('transactions do not nest')
      return base.transaction().execute((trx) => insideTransaction.run(true, () => work(trx)))
    },
  }
}
