import { listSections } from '#contract/site.ts'
import { refreshEdits, useAdminAction } from '#web/admin-kit/use-admin-data.ts'
import { queryKeys, requestsEnded } from '#web/app/query-client.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { saveShop, type Shop } from './admin-shop-sections.ts'

/** The open form of a new product or pack. */
export const newEntry = 'new'

/** Requests what is sold again, and waits for it: until then a press would change what was there before. */
export async function refreshShop(): Promise<void> {
  refreshEdits()
  await requestsEnded([...queryKeys.admin, listSections.path])
}

type RowAction = 'edit' | 'hide' | 'up' | 'down'

/** Of a row's button, so that it is focused again. */
export function rowButtonId(action: RowAction, id: string): string {
  return `${action}-${id}`
}

interface SavedRow {
  readonly id: string
  readonly name: string
  readonly failed: () => string
  readonly failureText?: (failure: unknown) => string
}

/** Saves what a row's buttons change, says so, and focuses one of them again. */
export function useRowSave(shop: Shop, { id, name, failed, failureText }: SavedRow) {
  const { isPending, run } = useAdminAction(failed, failureText)
  return {
    isPending,
    save(change: (shop: Shop) => Shop | null, done: () => string, ...focused: RowAction[]): void {
      run(async () => {
        const conflict = await saveShop(shop, change)
        if (conflict) toastFailure(failed(), m.admin_edit_conflict())
        else toast({ title: done(), description: name, tone: 'success' })
        await refreshShop()
        focusRow(id, ...focused)
      })
    },
  }
}

/** The buttons to focus after a move, of which that at the end of the list is disabled. */
export function focusAfterMove(step: -1 | 1): RowAction[] {
  return step === 1 ? ['down', 'up'] : ['up', 'down']
}

/** Focuses a button of a row, or that of a new entry, because the pressed one may go. */
export function focusRow(id: string | null, ...actions: readonly RowAction[]): void {
  // In the next frames, when the buttons are rendered again.
  requestAnimationFrame(() => {
    const ids = [...actions, 'edit' as const].map((action) => rowButtonId(action, id ?? newEntry))
    const buttons = [...ids, rowButtonId('edit', newEntry)].map((one) =>
      document.getElementById(one),
    )
    buttons.find((button) => button instanceof HTMLButtonElement && !button.disabled)?.focus()
  })
}

interface RowButtonsProps {
  readonly id: string
  readonly name: string
  readonly isShown: boolean
  readonly isPending: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onEdit: () => void
  readonly onHide: () => void
  readonly onMove: (step: -1 | 1) => void
  readonly onRemove: () => void
}

export function RowButtons(props: RowButtonsProps) {
  const { id, name, isShown, isPending, isFirst, isLast, onEdit, onHide, onMove, onRemove } = props
  return (
    <div className="flex flex-wrap items-start gap-1.5 sm:gap-2 lg:justify-end">
      <Button
        id={rowButtonId('edit', id)}
        tone="secondary"
        aria-label={m.admin_shop_edit_label({ item: name })}
        onClick={onEdit}
        className="max-sm:px-3"
      >
        {m.admin_shop_edit()}
      </Button>
      <Button
        id={rowButtonId('hide', id)}
        tone="secondary"
        className="max-sm:px-3"
        pending={isPending}
        aria-label={
          isShown ? m.admin_product_hide_label({ name }) : m.admin_product_show_label({ name })
        }
        onClick={onHide}
      >
        {isShown ? m.admin_product_hide() : m.admin_product_show()}
      </Button>
      <Button
        id={rowButtonId('up', id)}
        tone="secondary"
        size="square"
        icon={<Icon name="chevron-down" className="size-5 rotate-180" />}
        pending={isPending}
        disabled={isFirst}
        aria-label={m.admin_product_up({ name })}
        title={m.admin_product_up({ name })}
        onClick={() => onMove(-1)}
      />
      <Button
        id={rowButtonId('down', id)}
        tone="secondary"
        size="square"
        icon={<Icon name="chevron-down" className="size-5" />}
        pending={isPending}
        disabled={isLast}
        aria-label={m.admin_product_down({ name })}
        title={m.admin_product_down({ name })}
        onClick={() => onMove(1)}
      />
      <Button
        tone="secondary"
        size="square"
        icon={<Icon name="trash" className="size-5" />}
        disabled={isPending}
        aria-label={m.admin_shop_delete_label({ item: name })}
        title={m.admin_shop_delete()}
        onClick={onRemove}
        className="enabled-hover:text-loss enabled-hover:cut-line-loss"
      />
    </div>
  )
}
