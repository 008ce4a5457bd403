import { useState } from 'react'
import { isSold, type Product } from '#domain/products.ts'
import { ordersAddress } from '#web/admin-kit/address.ts'
import { Mark } from '#web/admin-kit/marks.tsx'
import { failureText } from '#web/admin-kit/texts.ts'
import { useAdminAction } from '#web/admin-kit/use-admin-data.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { Link } from '#web/app/links.tsx'
import { toast, toastFailure } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import {
  focusRow,
  newEntry,
  refreshShop,
  rowButtonId,
  RowButtons,
  type RowAction,
} from './admin-rows.tsx'
import { ProductForm } from './admin-product-form.tsx'
import { RemoveDialog } from './admin-remove-product.tsx'
import {
  entryOf,
  groupOf,
  saveShop,
  withHidden,
  withMoved,
  type Shop,
  type Sold,
} from './admin-shop-sections.ts'
import { pricesText } from './admin-shop-words.ts'

interface ProductListProps {
  readonly shop: Shop
  readonly sold: Sold | null
  readonly isHosted: boolean
  readonly open: string | null
  readonly onOpen: (slug: string | null) => void
}

const groups = ['timed', 'color-tag', 'gear', 'weapon', 'extra'] as const

export function ProductList({ shop, sold, isHosted, open, onOpen }: ProductListProps) {
  function close(): void {
    onOpen(null)
    focusRow(open)
  }

  return (
    <>
      <Button
        id={rowButtonId('edit', newEntry)}
        icon={<Mark name="plus" />}
        className="mb-6"
        onClick={() => onOpen(newEntry)}
      >
        {m.admin_product_add()}
      </Button>
      {open !== null && (
        <ProductForm
          key={open}
          draftKey={open}
          shop={shop}
          entry={entryOf(shop, open)}
          isHosted={isHosted}
          onClose={close}
        />
      )}
      {groups.map((group) => {
        const products = shop.products.filter((product) => groupOf(product) === group)
        if (products.length === 0) return null
        const title = m.admin_products_group({ group })
        return (
          <section key={group} className="mb-8">
            <h4 className="mb-3 font-display text-lg font-bold">{title}</h4>
            <ul aria-label={title} className="border-t border-line">
              {products.map((product, index) => (
                <li key={product.slug} className="border-b border-line py-4">
                  <ProductRow
                    shop={shop}
                    product={product}
                    count={sold?.products[product.slug] ?? (sold && 0)}
                    isFirst={index === 0}
                    isLast={index === products.length - 1}
                    onEdit={() => onOpen(product.slug)}
                  />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

interface ProductRowProps {
  readonly shop: Shop
  readonly product: Product
  /** How many were sold; null while that is not known. */
  readonly count: number | null
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onEdit: () => void
}

function ProductRow({ shop, product, count, isFirst, isLast, onEdit }: ProductRowProps) {
  const { isPending, run } = useAdminAction(m.admin_product_failed, rowFailure)
  const [isAsking, setIsAsking] = useState(false)
  const { slug, name } = product
  const slots = 'slots' in product ? product.slots : undefined
  const isShown = isSold(product)

  function save(
    change: (shop: Shop) => Shop | null,
    done: () => string,
    ...focused: readonly RowAction[]
  ): void {
    run(async () => {
      const conflict = await saveShop(shop, change)
      if (conflict) toastFailure(m.admin_product_failed(), m.admin_edit_conflict())
      else toast({ title: done(), description: name, tone: 'success' })
      await refreshShop()
      focusRow(slug, ...focused)
    })
  }

  function move(step: -1 | 1): void {
    const back = step === 1 ? (['down', 'up'] as const) : (['up', 'down'] as const)
    save(
      (now) => ({ ...now, products: withMoved(now.products, slug, step) }),
      m.admin_products_moved,
      ...back,
    )
  }

  return (
    <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span translate="no" className="font-display font-semibold wrap-anywhere">
            {name}
          </span>
          <Badge tone={isShown ? 'crystal' : 'neutral'}>
            {isShown ? m.admin_product_shown() : m.admin_product_hidden()}
          </Badge>
        </p>
        <p className="mt-1 text-muted">{pricesText(product, shop.prices)}</p>
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          {slots !== undefined && <span>{m.admin_product_slots_count({ count: slots })}</span>}
          {count !== null && (
            <Link
              href={ordersAddress({ search: name })}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-crystal"
            >
              <span>{m.admin_product_sold({ count })}</span>
            </Link>
          )}
        </p>
      </div>
      <RowButtons
        id={slug}
        name={name}
        isPending={isPending}
        isFirst={isFirst}
        isLast={isLast}
        onEdit={onEdit}
        onMove={move}
        onRemove={() => setIsAsking(true)}
      >
        <Button
          id={rowButtonId('hide', slug)}
          tone="secondary"
          className="max-sm:px-3"
          pending={isPending}
          aria-label={
            isShown ? m.admin_product_hide_label({ name }) : m.admin_product_show_label({ name })
          }
          onClick={() =>
            save(
              (now) => withHidden(now, slug, isShown),
              isShown ? m.admin_product_was_hidden : m.admin_product_was_shown,
              'hide',
            )
          }
        >
          {isShown ? m.admin_product_hide() : m.admin_product_show()}
        </Button>
      </RowButtons>
      {isAsking && (
        <RemoveDialog
          shop={shop}
          product={product}
          onHide={() => {
            setIsAsking(false)
            save((now) => withHidden(now, slug, true), m.admin_product_was_hidden, 'hide')
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

/** A product without prices can be removed, hidden and sorted, but not be shown. */
function rowFailure(failure: unknown): string {
  const errors = failure instanceof ApiProblem ? failure.errors : []
  const isUnpriced = errors.some(({ code }) => code === 'price_missing' || code === 'nothing_sold')
  return isUnpriced ? m.admin_product_unpriced() : failureText(failure)
}
