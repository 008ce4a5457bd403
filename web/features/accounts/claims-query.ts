import { queryOptions } from '@tanstack/react-query'
import { requestJson } from '#web/app/api-client.ts'
import { queryKeys } from '#web/app/query-client.ts'

/** The Steam accounts that the signed-in account has linked. */
export const claimsQuery = queryOptions({
  queryKey: [...queryKeys.account, 'steam-claims'],
  queryFn: () =>
    requestJson('/api/steam-claims', {
      answer: import('#contract/accounts.ts').then(({ steamClaimsView }) => steamClaimsView),
    }),
})
