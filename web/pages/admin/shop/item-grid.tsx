import type { ShopItemView } from '#contract/shop-items.ts'
import type { Loaded } from '#web/admin/use-loaded.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadFailure } from '#web/pages/admin/load-failure.tsx'
import { SkinCard } from './skin-card.tsx'

interface ItemGridProps {
  readonly items: Loaded<readonly ShopItemView[]>
  /** Which of them is in the form. */
  readonly editedId: string | null
  readonly onEdit: (item: ShopItemView) => void
  readonly onDelete: (item: ShopItemView) => void
}

const columns =
  'grid grid-cols-[minmax(0,1fr)] gap-4 min-[24rem]:grid-cols-2 md:grid-cols-3 2xl:grid-cols-4'

/** What the skin shop sells, the newest first. */
export function ItemGrid({ items, editedId, onEdit, onDelete }: ItemGridProps) {
  const { value, isLoading, failure, reload } = items
  if (value === null) {
    if (!isLoading) return <LoadFailure failure={failure} onRetry={reload} />
    return (
      <div className={columns}>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-72" />
        ))}
      </div>
    )
  }
  return (
    <>
      {failure !== null && <LoadFailure failure={failure} onRetry={reload} />}
      {value.length === 0 && (
        <Notice title={m.admin_shop_none()}>{m.admin_shop_none_text()}</Notice>
      )}
      <ul aria-label={m.admin_shop_items()} aria-busy={isLoading} className={columns}>
        {value.map((item) => (
          <li key={item.id} className="grid grid-rows-[1fr_auto] gap-2">
            <SkinCard
              name={item.name}
              price={item.price}
              imageUrl={item.image_url}
              isMarked={item.id === editedId}
            />
            <div className="flex gap-2">
              <Button
                tone="secondary"
                icon={<Icon name="edit" className="hidden size-4.5 sm:block" />}
                aria-label={m.admin_shop_edit_label({ item: item.name })}
                onClick={() => onEdit(item)}
                className="min-w-0 flex-1 px-2"
              >
                {m.admin_shop_edit()}
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
    </>
  )
}
