import { queryOptions } from '@tanstack/react-query'
import { steamClaimsView } from '#contract/accounts.ts'
import { requestJson } from '#web/app/api-client.ts'
import { queryKeys } from '#web/app/query-client.ts'

/** The Steam accounts that the signed-in account has linked. */
export const claimsQuery = queryOptions({
  queryKey: [...queryKeys.account, 'steam-claims'],
  queryFn: () => requestJson('/api/steam-claims', { answer: steamClaimsView }),
})
