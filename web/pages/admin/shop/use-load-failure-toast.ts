import { useEffect } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'

/** Says that the items could not be loaded; why stands on the page. */
export function useLoadFailureToast(failure: unknown): void {
  useEffect(() => {
    if (failure === null) return
    toast({
      title: m.admin_shop_error(),
      description: m.admin_shop_load_failed(),
      tone: 'destructive',
    })
  }, [failure])
}
