import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/app/api-client.ts'
import { queryKeys } from '#web/app/query-client.ts'

/** The Steam accounts that the signed-in account has linked. */
export const claimsQuery = queryOptions({
  queryKey: [...queryKeys.account, 'steam-claims'],
  queryFn: () => call(import('#contract/accounts.ts').then(({ listClaims }) => listClaims)),
})
