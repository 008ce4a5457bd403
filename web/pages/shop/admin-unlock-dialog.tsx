import { useEffect } from 'react'
import { checkAdminAccess, currentAdminAccess, useAdminAccess } from '#web/admin/admin-session.ts'
import { useNavigate } from '#web/components/use-navigate.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { UnlockForm } from '#web/pages/admin/unlock-form.tsx'

export interface AdminUnlockDialogProps {
  readonly onClose: () => void
}

/** Asks for the access code, unless it was given before, and leads to the admin area. */
export function AdminUnlockDialog({ onClose }: AdminUnlockDialogProps) {
  const isOpen = useAdminAccess().status === 'open'
  const navigate = useNavigate()

  useEffect(() => {
    if (currentAdminAccess().status !== 'open') void checkAdminAccess(false)
  }, [])

  useEffect(() => {
    if (isOpen) navigate(paths.admin())
  }, [isOpen, navigate])

  return (
    <Dialog title={m.admin_unlock_title()} closeLabel={m.shop_close()} onClose={onClose}>
      <UnlockForm />
    </Dialog>
  )
}
