import { useState } from 'react'
import { isSold, type Product } from '#domain/products.ts'
import { ordersAddress } from '#web/admin-kit/address.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { Link } from '#web/app/links.tsx'
import { AddButton, showOpenForm, UnsavedMark } from '#web/admin-kit/edit-form.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/labels.tsx'
import {
  focusRow,
  focusAfterMove,
  newEntry,
  rowButtonId,
  RowButtons,
  useRowSave,
} from './admin-rows.tsx'
import { ProductForm } from './admin-product-form.tsx'
import { RemoveDialog } from './admin-remove-product.tsx'
import {
  entryOf,
  groupOf,
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
      <AddButton
        id={rowButtonId('edit', newEntry)}
        form="product new"
        onClick={() => onOpen(newEntry)}
      >
        {m.admin_product_add()}
      </AddButton>
      {open !== null && (
        <ProductForm
          key={open}
          draftKey={open}
          isNew={open === newEntry}
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
                    onEdit={() => (product.slug === open ? showOpenForm() : onOpen(product.slug))}
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
  const [isAsking, setIsAsking] = useState(false)
  const { slug, name } = product
  const slots = 'slots' in product ? product.slots : undefined
  const isShown = isSold(product)

  const row = useRowSave(shop, {
    id: slug,
    name,
    failed: m.admin_product_failed,
    failureText: rowFailure,
  })
  function hide(isHidden: boolean): void {
    row.save(
      (now) => withHidden(now, slug, isHidden),
      isHidden ? m.admin_product_was_hidden : m.admin_product_was_shown,
      'hide',
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
          <UnsavedMark form={`product ${slug}`} />
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
        isShown={isShown}
        isPending={row.isPending}
        isFirst={isFirst}
        isLast={isLast}
        onEdit={onEdit}
        onHide={() => hide(isShown)}
        onMove={(step) =>
          row.save(
            (now) => ({ ...now, products: withMoved(now.products, slug, step) }),
            m.admin_products_moved,
            ...focusAfterMove(step),
          )
        }
        onRemove={() => setIsAsking(true)}
      />
      {isAsking && (
        <RemoveDialog
          shop={shop}
          product={product}
          onHide={() => hide(true)}
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
