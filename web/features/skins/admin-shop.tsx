import { useEffect, useRef, useState } from 'react'
import {
  changeShopItem,
  deleteShopItem,
  listAllShopItems,
  type AdminShopItem,
} from '#contract/skins.ts'
import { ConfirmDialog } from '#web/admin-kit/confirm-dialog.tsx'
import { Mark } from '#web/admin-kit/marks.tsx'
import { LoadFailure, SectionHeader, useFirst } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import {
  useAdminAction,
  useAdminQuery,
  useLiveRefresh,
  type Loaded,
} from '#web/admin-kit/use-admin-data.ts'
import { subscribeToShopItems } from '#web/app/events.ts'
import { endTopic, toast, toastFailure } from '#web/app/toasts.ts'
import { Icon } from '#web/art/icon.tsx'
import { CreditKrPanel } from '#web/features/kryptonite/admin-credit-kr.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showOpenForm } from '#web/admin-kit/edit-form.tsx'
import { closeItemDraft, openItemDraft, useItemDraft } from './admin-item-draft.ts'
import { ItemForm, refreshItems } from './admin-item-form.tsx'
import { SkinCard } from './admin-skin-card.tsx'

/** Credits of Kr, and the items of the skin shop. */
export function ShopSection() {
  const items = useAdminQuery(listAllShopItems)
  useLiveRefresh(items.refresh, subscribeToShopItems)
  const hasFailed = items.failure !== null
  const draft = useItemDraft()
  const [itemToDelete, setItemToDelete] = useState<AdminShopItem | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // The reason is on the page.
    if (hasFailed) toastFailure(m.admin_error(), m.admin_shop_load_failed(), 'items')
    else endTopic('items')
  }, [hasFailed])

  function closeForm(item: AdminShopItem | null) {
    const opener = item && document.getElementById(editButtonId(item))
    if (!closeItemDraft(item?.id ?? null)) return
    // In the next frame, when the button is rendered again.
    requestAnimationFrame(() => (opener?.isConnected ? opener : addButton.current)?.focus())
  }

  function finishDeletion({ id, name }: AdminShopItem): void {
    toast({ title: m.admin_shop_deleted(), description: name, tone: 'success', topic: 'item' })
    closeItemDraft(id)
    requestAnimationFrame(() => addButton.current?.focus())
    refreshItems()
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
        <CreditKrPanel />
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
              onClose={() => closeForm(draft.item)}
            />
          )}
          <ItemGrid
            items={items}
            editedId={draft?.item?.id ?? null}
            onEdit={(item) => (item.id === draft?.item?.id ? showOpenForm() : openItemDraft(item))}
            onDelete={setItemToDelete}
          />
        </div>
      </div>
      {itemToDelete && (
        <ConfirmDialog
          title={m.admin_shop_delete_question({ item: itemToDelete.name })}
          failureTitle={m.admin_shop_delete_failed()}
          submit={m.admin_shop_delete()}
          pending={m.admin_shop_deleting()}
          send={() => adminCall(deleteShopItem, { params: { id: itemToDelete.id } })}
          onDone={() => finishDeletion(itemToDelete)}
          onClose={() => setItemToDelete(null)}
          refresh={refreshItems}
        >
          {m.admin_shop_delete_text()}
        </ConfirmDialog>
      )}
    </section>
  )
}

function editButtonId({ id }: AdminShopItem): string {
  return `edit-${id}`
}

interface ItemGridProps {
  readonly items: Loaded<readonly AdminShopItem[]>
  /** The id of the item in the form. */
  readonly editedId: string | null
  readonly onEdit: (item: AdminShopItem) => void
  readonly onDelete: (item: AdminShopItem) => void
}

const shownAtOnce = 24

const itemGridClass =
  'grid grid-cols-[minmax(0,1fr)] gap-4 min-[24rem]:grid-cols-2 md:grid-cols-3 2xl:grid-cols-4'

// Not `disabled`, so that a button that reaches the end keeps the focus.
const moveButtonClass = 'aria-disabled:cursor-not-allowed aria-disabled:opacity-50'

function ItemGrid({ items, editedId, onEdit, onDelete }: ItemGridProps) {
  const { value, isLoading, failure, reload } = items
  const { shown, more } = useFirst(value ?? [], shownAtOnce)
  const moving = useAdminAction(m.admin_shop_change_failed)

  function move({ id, name }: AdminShopItem, position: number): void {
    if (moving.isPending) return
    moving.run(async () => {
      await adminCall(changeShopItem, { params: { id }, body: { position } })
      toast({
        title: m.admin_shop_moved({ position }),
        description: name,
        tone: 'success',
        topic: 'item',
      })
      refreshItems()
    })
  }

  if (value === null) {
    if (failure) return <LoadFailure text={failureText(failure)} onRetry={reload} />
    return (
      <div className={itemGridClass}>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-72" />
        ))}
      </div>
    )
  }
  return (
    <>
      {failure && <LoadFailure text={failureText(failure)} onRetry={reload} />}
      {value.length === 0 && (
        <Notice title={m.admin_shop_none()}>{m.admin_shop_none_text()}</Notice>
      )}
      <ul aria-label={m.admin_shop_items()} aria-busy={isLoading} className={itemGridClass}>
        {shown.map((item, index) => (
          <li key={item.id} className="grid grid-rows-[1fr_auto] gap-2">
            <SkinCard
              name={item.name}
              price={item.price}
              imageUrl={item.image_url}
              isMarked={item.id === editedId}
              labels={<ItemLabels item={item} />}
            />
            <div className="flex flex-wrap gap-2">
              <Button
                id={editButtonId(item)}
                tone="secondary"
                icon={<Icon name="edit" className="hidden size-4.5 sm:block" />}
                aria-label={m.admin_shop_edit_label({ item: item.name })}
                onClick={() => onEdit(item)}
                className="min-w-0 flex-1 basis-24 px-2 max-sm:basis-full"
              >
                {m.admin_shop_edit()}
              </Button>
              <Button
                tone="secondary"
                size="square"
                aria-label={m.admin_shop_up_label({ item: item.name })}
                title={m.admin_shop_up()}
                aria-disabled={index === 0}
                onClick={() => index > 0 && move(item, index)}
                className={moveButtonClass}
              >
                <Icon name="chevron-down" className="size-5 rotate-180" />
              </Button>
              <Button
                tone="secondary"
                size="square"
                aria-label={m.admin_shop_down_label({ item: item.name })}
                title={m.admin_shop_down()}
                aria-disabled={index === value.length - 1}
                onClick={() => index < value.length - 1 && move(item, index + 2)}
                className={moveButtonClass}
              >
                <Icon name="chevron-down" className="size-5" />
              </Button>
              <Button
                tone="secondary"
                size="square"
                aria-label={m.admin_shop_delete_label({ item: item.name })}
                title={m.admin_shop_delete()}
                onClick={() => onDelete(item)}
                className="enabled-hover:text-loss enabled-hover:cut-line-loss"
              >
                <Icon name="trash" className="size-5" />
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

function ItemLabels({ item: { hidden, stock } }: { readonly item: AdminShopItem }) {
  return (
    <>
      {hidden && <Badge>{m.admin_shop_hidden()}</Badge>}
      {stock !== null && (
        <Badge tone={stock === 0 ? 'loss' : 'amber'}>
          {stock === 0 ? m.shop_sold_out() : m.shop_stock({ count: stock })}
        </Badge>
      )}
    </>
  )
}
