import { listSkinPurchases, type AdminSkinPurchase } from '#contract/skins.ts'
import { changeTask, type ChangedTask } from '#contract/tasks.ts'
import { readSkinFilters, skinsAddress } from '#web/admin-kit/address.ts'
import { DeliveryButton } from '#web/admin-kit/delivery-button.tsx'
import { CheckFilter } from '#web/admin-kit/filters.tsx'
import { ListSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { useLiveRefresh, usePagedList } from '#web/admin-kit/use-admin-data.ts'
import { AccountText, Moment } from '#web/admin-kit/values.tsx'
import { useAddressFilters } from '#web/app/navigation.ts'
import { SkinNotes, TaskActions } from '#web/features/tasks/admin-task.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'

export function SkinsSection() {
  const [filters, change] = useAddressFilters(readSkinFilters, skinsAddress)
  const list = usePagedList(listSkinPurchases, filters, ({ purchases }) => purchases)
  useLiveRefresh(list.refresh)
  return (
    <ListSection
      title={m.admin_kr_skins()}
      lead={m.admin_kr_skins_lead()}
      list={list}
      filters={filters}
      onFilter={change}
      noFilters={{ toDeliver: false }}
      searchHint={m.admin_kr_skins_search()}
      filterLayout="lg:grid-cols-[minmax(0,1fr)_auto]"
      moreFilters={
        <CheckFilter
          label={m.admin_kr_skins_to_hand_over()}
          checked={filters.toDeliver}
          onChange={(toDeliver) => change({ ...filters, toDeliver })}
        />
      }
      none={m.admin_kr_skins_none()}
    >
      {(purchase) => <SoldSkin purchase={purchase} onChange={list.replace} />}
    </ListSection>
  )
}

interface SoldSkinProps {
  readonly purchase: AdminSkinPurchase
  readonly onChange: (purchase: AdminSkinPurchase) => Promise<void>
}

export function SoldSkin({ purchase, onChange }: SoldSkinProps) {
  const { id, deliveredAt } = purchase
  const names = { item: purchase.itemName, buyer: purchase.discordUsername }
  const change = (changed: ChangedTask) =>
    onChange({ ...purchase, ...changed, task: { ...purchase.task, ...changed.task } })
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
        <DeliveryButton
          deliveredAt={deliveredAt}
          delivered={m.admin_kr_skins_handed_over()}
          deliver={m.admin_kr_skins_hand_over()}
          undo={m.admin_kr_skins_undo()}
          label={
            deliveredAt === null
              ? m.admin_kr_skins_hand_over_label(names)
              : m.admin_kr_skins_undo_label(names)
          }
          change={async (delivered) => {
            const body = delivered
              ? ({ state: 'delivered' } as const)
              : ({ state: 'open', from: 'delivered' } as const)
            await change(await adminCall(changeTask, { params: { id }, body }))
          }}
        />
        <TaskActions
          id={id}
          task={purchase.task}
          item={purchase.itemName}
          buyer={purchase}
          mayStart
          onChange={change}
        />
        <SkinNotes
          id={id}
          task={purchase.task}
          item={purchase.itemName}
          buyer={purchase}
          onChange={change}
        />
      </div>
    </div>
  )
}
