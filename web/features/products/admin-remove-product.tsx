import { useState } from 'react'
import { isSold, type Product } from '#domain/products.ts'
import { ConfirmDialog } from '#web/admin-kit/confirm-dialog.tsx'
import { failureText } from '#web/admin-kit/texts.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { focusRow, refreshShop } from './admin-rows.tsx'
import { entryOf, isSame, saveShop, withEntry, type Shop } from './admin-shop-sections.ts'

interface RemoveDialogProps {
  readonly shop: Shop
  readonly product: Product
  readonly onHide: () => void
  readonly onClose: () => void
}

/** Asks before a product goes. One that was sold stays: then it can be hidden instead. */
export function RemoveDialog({ shop, product, onHide, onClose }: RemoveDialogProps) {
  const { slug, name } = product
  const [isRefused, setIsRefused] = useState(false)
  const insteadText = isSold(product) ? m.admin_product_hide_instead() : null

  async function remove() {
    const base = entryOf(shop, slug)
    const conflict = await saveShop(shop, (now) => {
      const there = entryOf(now, slug)
      if (there === null) return now
      return isSame(there, base) ? withEntry(now, slug, null) : null
    })
    if (conflict) toastFailure(m.admin_product_remove_failed(), m.admin_edit_conflict())
    else toast({ title: m.admin_product_removed(), description: name, tone: 'success' })
    void refreshShop().then(() => focusRow(slug))
  }

  return (
    <ConfirmDialog
      title={m.admin_shop_delete_question({ item: name })}
      failureTitle={m.admin_product_remove_failed()}
      submit={isRefused ? insteadText : m.admin_shop_delete()}
      pending={m.admin_shop_deleting()}
      send={isRefused ? async () => onHide() : remove}
      explain={(problem) => {
        setIsRefused(
          problem.errors.some(({ code }) =>
            ['has_orders', 'has_gifts', 'holds_perks'].includes(code),
          ),
        )
        return failureText(problem)
      }}
      onClose={onClose}
    >
      {m.admin_product_remove_text()}
    </ConfirmDialog>
  )
}
