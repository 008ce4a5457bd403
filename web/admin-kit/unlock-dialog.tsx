import { useEffect } from 'react'
import type { ApiProblem } from '#web/app/api-client.ts'
import { useNavigate } from '#web/app/navigation.ts'
import { OneFieldForm } from '#web/app/one-field-form.tsx'
import { paths } from '#contract/paths.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Dialog } from '#web/ui/dialog.tsx'
import { Mark } from './marks.tsx'
import { checkAdminAccess, currentAdminAccess, unlockAdmin, useAdminAccess } from './session.ts'
import { failureText } from './texts.ts'

/** Asks for the access code, unless a session exists, and opens the admin area. */
export function AdminUnlockDialog({ onClose }: { readonly onClose: () => void }) {
  const isOpen = useAdminAccess().status === 'open'
  const navigate = useNavigate()

  useEffect(() => {
    if (currentAdminAccess().status !== 'open') void checkAdminAccess(false)
  }, [])

  useEffect(() => {
    if (isOpen) navigate(paths.admin())
  }, [isOpen, navigate])

  return (
    <Dialog title={m.admin_unlock_title()} closeLabel={m.close()} onClose={onClose}>
      <UnlockForm />
    </Dialog>
  )
}

/** A form for the access code. The server checks it; users of `useAdminAccess` see the change. */
export function UnlockForm() {
  return (
    <OneFieldForm
      id="admin-code"
      type="password"
      label={<span className="sr-only">{m.admin_code()}</span>}
      placeholder={m.admin_code()}
      maxLength={200}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      button={{
        size: 'large',
        icon: <Mark name="lock" />,
        children: m.admin_unlock(),
        pendingLabel: m.admin_unlock_pending(),
      }}
      validate={(code) => code === '' && m.admin_code_empty()}
      send={unlockAdmin}
      explain={refusalText}
      formClassName="grid gap-5"
    />
  )
}

function refusalText(failure: ApiProblem): string {
  if (failure.code === 'wrong_code') return m.admin_code_wrong()
  if (failure.code !== 'rate_limited') return failureText(failure)
  const seconds = failure.retryAfterSeconds ?? 60
  return m.admin_code_wait({ count: Math.ceil(seconds / 60) })
}
