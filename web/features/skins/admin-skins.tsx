import { useCallback } from 'react'
import type { AdminSkinPurchase } from '#contract/admin-kryptonite.ts'
import { readSkinFilters, skinsAddress } from '#web/features/staff/admin-address.ts'
import { krApi } from '#web/features/kryptonite/admin-kr-api.ts'
import { useAdminAction, useLiveRefresh, usePagedList } from '#web/features/staff/use-admin-data.ts'
import { useAddressFilters } from '#web/app/navigation.ts'
import { Icon } from '#web/art/icon.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { AccountText } from '#web/features/staff/admin-values.tsx'
import { Moment } from '#web/features/orders/admin-order-parts.tsx'
import { PagedItems, SearchField, SectionHeader } from '#web/features/staff/admin-section-parts.tsx'
import { Button } from '#web/ui/button.tsx'

interface SkinsSectionProps {
  /** Called when a skin was marked as delivered, or unmarked. */
  readonly onChange: () => void
}

/** The sold skins, to be delivered in the game. */
export function SkinsSection({ onChange }: SkinsSectionProps) {
  const [filters, change] = useAddressFilters(readSkinFilters, skinsAddress)
  const list = usePagedList(
    useCallback((cursor: string | null) => krApi.fetchSkinPurchases(filters, cursor), [filters]),
  )
  useLiveRefresh(list.refresh)

  function replace(purchase: AdminSkinPurchase) {
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
        {(purchase) => <SoldSkin purchase={purchase} onChange={replace} />}
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
        <DeliveryButton purchase={purchase} onChange={onChange} />
      </div>
    </div>
  )
}

interface DeliveryButtonProps {
  readonly purchase: AdminSkinPurchase
  readonly onChange: (purchase: AdminSkinPurchase) => void
}

/** Marks a sold skin as delivered in the game, or undoes that. A single button, so that it keeps its focus. */
function DeliveryButton({ purchase, onChange }: DeliveryButtonProps) {
  const { isPending, run } = useAdminAction(m.admin_delivery_failed)
  const { id, itemName, discordUsername, deliveredAt } = purchase
  const isDelivered = deliveredAt !== null
  const names = { item: itemName, buyer: discordUsername }
  return (
    <div className="grid justify-items-start gap-1">
      {deliveredAt !== null && (
        <p className="flex items-center gap-1.5 text-sm">
          <Icon name="check" className="size-4.5 text-crystal" />
          <span>
            {m.admin_kr_skins_handed_over()} <Moment iso={deliveredAt} />
          </span>
        </p>
      )}
      <Button
        tone={isDelivered ? 'quiet' : 'secondary'}
        pending={isPending}
        onClick={() => run(async () => onChange(await krApi.changeSkinDelivery(id, !isDelivered)))}
        aria-label={
          isDelivered ? m.admin_kr_skins_undo_label(names) : m.admin_kr_skins_hand_over_label(names)
        }
        className={isDelivered ? '-ml-5' : ''}
      >
        {isDelivered ? m.admin_kr_skins_undo() : m.admin_kr_skins_hand_over()}
      </Button>
    </div>
  )
}
