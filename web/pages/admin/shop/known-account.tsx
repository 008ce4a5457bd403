import { useCallback } from 'react'
import { krApi } from '#web/admin/kr-api.ts'
import { useLoaded } from '#web/admin/use-loaded.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** What the shop knows of an account, so that a slip in its number is seen before Kr go to a stranger. */
export function KnownAccount({ steamId }: { readonly steamId: string }) {
  const { value, isLoading, failure } = useLoaded(
    useCallback(() => krApi.fetchBalances(steamId), [steamId]),
  )
  const known = value?.items.find((balance) => balance.steamId === steamId)
  const isUnknown = value !== null && !isLoading && failure === null && !known
  return (
    <p aria-live="polite" className="text-sm">
      {known && (
        <span className="text-muted">
          {m.admin_shop_account_known({
            name: known.discordUsername,
            balance: formatKr(known.balance),
          })}
        </span>
      )}
      {isUnknown && <span className="text-amber">{m.admin_shop_account_unknown()}</span>}
    </p>
  )
}
