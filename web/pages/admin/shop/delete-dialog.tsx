import { useState } from 'react'
import type { ShopItemView } from '#contract/shop-items.ts'
import { failureText } from '#web/admin/admin-texts.ts'
import { krApi } from '#web/admin/kr-api.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface DeleteDialogProps {
  readonly item: ShopItemView
  readonly onClose: () => void
  readonly onDeleted: () => void
  /** It failed, perhaps because another admin was faster. */
  readonly onGone: () => void
}

/** Asks once more before an item leaves the shop. */
export function DeleteDialog({ item, onClose, onDeleted, onGone }: DeleteDialogProps) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function deleteItem() {
    setIsPending(true)
    setFailure(null)
    try {
      await krApi.deleteItem(item.id)
      toast({ title: m.admin_shop_deleted(), description: item.name, tone: 'success' })
      onDeleted()
    } catch (reason) {
      setFailure(failureText(reason))
      setIsPending(false)
      toast({
        title: m.admin_shop_error(),
        description: m.admin_shop_delete_failed(),
        tone: 'destructive',
      })
      onGone()
    }
  }

  return (
    <Dialog
      title={m.admin_shop_delete_question({ item: item.name })}
      closeLabel={m.admin_cancel()}
      onClose={() => {
        if (!isPending) onClose()
      }}
    >
      <p className="text-muted">{m.admin_shop_delete_text()}</p>
      {failure !== null && (
        <Notice live tone="error" title={m.admin_shop_delete_failed()} className="mt-5">
          {failure}
        </Notice>
      )}
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={onClose}>
          {m.admin_cancel()}
        </Button>
        <Button
          pending={isPending}
          pendingLabel={m.admin_shop_deleting()}
          onClick={() => void deleteItem()}
        >
          {m.admin_shop_delete()}
        </Button>
      </div>
    </Dialog>
  )
}
