import { useRef, useState } from 'react'
import type { ShopItemView } from '#contract/shop-items.ts'
import { closeItemDraft, isUnsaved, openItemDraft, useItemDraft } from '#web/admin/item-draft.ts'
import { krApi } from '#web/admin/kr-api.ts'
import { useLiveRefresh } from '#web/admin/use-live-refresh.ts'
import { useLoaded } from '#web/admin/use-loaded.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { subscribeToShopItems } from '#web/realtime.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark } from '#web/pages/admin/marks.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'
import { CreditCard } from './credit-card.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ItemForm } from './item-form.tsx'
import { ItemGrid } from './item-grid.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useLoadFailureToast } from './use-load-failure-toast.ts'

/** Kr for a player, and what the skin shop sells. */
export function ShopSection() {
  const items = useLoaded(krApi.fetchItems)
  useLiveRefresh(items.refresh, subscribeToShopItems)
  useLoadFailureToast(items.failure)
  const draft = useItemDraft()
  const guard = useLeaveGuard(isUnsaved(draft))
  const [doomed, setDoomed] = useState<ShopItemView | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)

  function closeForm() {
    closeItemDraft()
    // It is drawn again by then.
    requestAnimationFrame(() => addButton.current?.focus())
  }

  return (
    <section>
      <SectionHeader
        title={m.admin_shop_section_title()}
        lead={m.admin_shop_lead()}
        isLoading={items.isLoading}
        onReload={items.reload}
      />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <CreditCard />
        <div>
          <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
            <h2 className="text-xl">{m.admin_shop_items()}</h2>
            {draft === null && (
              <Button
                ref={addButton}
                icon={<Mark name="plus" />}
                onClick={() => openItemDraft(null)}
              >
                {m.admin_shop_add()}
              </Button>
            )}
          </div>
          {draft !== null && (
            <ItemForm
              key={draft.item?.id ?? 'new'}
              draft={draft}
              onClose={closeForm}
              onSaved={items.reload}
              onUncertain={items.reload}
            />
          )}
          <ItemGrid
            items={items}
            editedId={draft?.item?.id ?? null}
            onEdit={(item) => guard.ask(() => openItemDraft(item))}
            onDelete={setDoomed}
          />
        </div>
      </div>
      {doomed && (
        <DeleteDialog
          item={doomed}
          onClose={() => setDoomed(null)}
          onDeleted={() => {
            setDoomed(null)
            if (draft?.item?.id === doomed.id) closeItemDraft()
            items.reload()
            requestAnimationFrame(() => addButton.current?.focus())
          }}
          onGone={items.reload}
        />
      )}
      {guard.isAsking && (
        <LeaveDialog
          onStay={guard.stay}
          onLeave={() => {
            closeItemDraft()
            guard.leave()
          }}
        />
      )}
    </section>
  )
}
