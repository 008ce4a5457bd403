import { useCallback } from 'react'
import type { AdminSkinPurchase } from '#contract/admin-kryptonite.ts'
import { readSkinFilters, skinsAddress } from '#web/admin/admin-address.ts'
import { krApi } from '#web/admin/kr-api.ts'
import { useAddressFilters } from '#web/components/use-address-filters.ts'
import { useLiveRefresh } from '#web/admin/use-live-refresh.ts'
import { usePagedList } from '#web/admin/use-paged-list.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { AccountText } from '#web/pages/admin/account-text.tsx'
import { Moment } from '#web/pages/admin/orders/order-parts.tsx'
import { PagedItems } from '#web/pages/admin/paged-items.tsx'
import { SearchField } from '#web/pages/admin/search-field.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'
import { HandOverButton } from './hand-over-button.tsx'

interface SkinsSectionProps {
  /** One was handed over, or taken back. */
  readonly onChange: () => void
}

/** The skins that were sold, to be handed over in the game. */
export function SkinsSection({ onChange }: SkinsSectionProps) {
  const [filters, change] = useAddressFilters(readSkinFilters, skinsAddress)
  const list = usePagedList(
    useCallback((cursor: string | null) => krApi.fetchSkinPurchases(filters, cursor), [filters]),
  )
  useLiveRefresh(list.refresh)

  function show(purchase: AdminSkinPurchase) {
    list.replace(purchase)
    onChange()
  }

  return (
    <section>
      <SectionHeader
        title={m.admin_kr_skins()}
        lead={m.admin_kr_skins_lead()}
        isLoading={list.isLoading}
        onReload={list.reload}
      />
      <search className="mb-5 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <SearchField
          hint={m.admin_kr_skins_search()}
          search={filters.search}
          onSearch={(search) => change({ ...filters, search })}
        />
        <label className="flex min-h-12 items-center gap-3 border border-line-strong px-4 font-display font-semibold has-checked:border-crystal has-checked:bg-crystal-deep lg:mt-8.25">
          <input
            type="checkbox"
            className="size-5"
            checked={filters.toDeliver}
            onChange={({ target }) => change({ ...filters, toDeliver: target.checked })}
          />
          {m.admin_kr_skins_to_hand_over()}
        </label>
      </search>
      <PagedItems
        list={list}
        label={m.admin_kr_skins()}
        none={m.admin_kr_skins_none()}
        isFiltered={filters.search !== '' || filters.toDeliver}
        onClearFilters={() => change({ search: '', toDeliver: false })}
      >
        {(purchase) => <SoldSkin purchase={purchase} onChange={show} />}
      </PagedItems>
    </section>
  )
}

interface SoldSkinProps {
  readonly purchase: AdminSkinPurchase
  readonly onChange: (purchase: AdminSkinPurchase) => void
}

function SoldSkin({ purchase, onChange }: SoldSkinProps) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 lg:grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,18rem)_15rem]">
      <img
        src={purchase.imageUrl}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-18 bg-water object-contain"
      />
      <div className="min-w-0">
        <p className="font-display font-semibold wrap-anywhere">{purchase.itemName}</p>
        <p className="text-crystal tabular-nums">{formatKr(purchase.priceKr)}</p>
        <p className="text-sm text-muted">
          {m.admin_kr_skins_bought_at()} <Moment iso={purchase.boughtAt} />
        </p>
      </div>
      <div className="col-span-2 lg:col-span-1">
        <AccountText {...purchase} />
      </div>
      <div className="col-span-2 lg:col-span-1">
        <HandOverButton purchase={purchase} onChange={onChange} />
      </div>
    </div>
  )
}
