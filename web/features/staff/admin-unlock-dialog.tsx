import { useEffect } from 'react'
import { checkAdminAccess, currentAdminAccess, useAdminAccess } from './admin-session.ts'
import { useNavigate } from '#web/app/navigation.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { UnlockForm } from './admin-unlock-form.tsx'

export interface AdminUnlockDialogProps {
  readonly onClose: () => void
}

/** Asks for the access code, unless a session exists, and opens the admin area. */
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
