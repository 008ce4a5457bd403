import { useEffect, useState } from 'react'
import { longestName } from '#domain/text-limits.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { readStored, writeStored } from '#web/app/browser-storage.ts'
import { useNavigate } from '#web/app/navigation.ts'
import { OneFieldForm } from '#web/app/one-field-form.tsx'
import { useSession } from '#web/app/session.ts'
import { paths } from '#contract/paths.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Mark } from './marks.tsx'
import { checkAdminAccess, currentAdminAccess, unlockAdmin, useAdminAccess } from './session.ts'
import { failureText } from './texts.ts'

/** Asks for the access code, unless a session exists, and opens the admin area. */
export function AdminUnlockDialog({ onClose }: { readonly onClose: () => void }) {
  const isOpen = useAdminAccess().status === 'open'
  const isSignedIn = useSession().status === 'player'
  const navigate = useNavigate()

  useEffect(() => {
    if (currentAdminAccess().status !== 'open') void checkAdminAccess(isSignedIn)
  }, [isSignedIn])

  useEffect(() => {
    if (isOpen) navigate(paths.admin())
  }, [isOpen, navigate])

  return (
    <Dialog title={m.admin_unlock_title()} closeLabel={m.close()} onClose={onClose}>
      <UnlockForm />
    </Dialog>
  )
}

/** The name that was entered last with the code. */
const nameKey = 'adminName'

/** A form for the access code. The server checks it; users of `useAdminAccess` see the change. */
export function UnlockForm() {
  const [name, setName] = useState(() => readStored('localStorage', nameKey) ?? '')
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
      send={async (code) => {
        await unlockAdmin(code, name.trim())
        writeStored('localStorage', nameKey, name.trim())
      }}
      explain={refusalText}
      formClassName="grid gap-5"
    >
      <TextField
        label={m.admin_own_name()}
        hint={m.admin_own_name_hint()}
        maxLength={longestName}
        autoComplete="nickname"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </OneFieldForm>
  )
}

function refusalText(failure: ApiProblem): string {
  if (failure.code === 'wrong_code') return m.admin_code_wrong()
  if (failure.code === 'access_code_off') return m.admin_code_off()
  if (failure.code !== 'rate_limited') return failureText(failure)
  const seconds = failure.retryAfterSeconds ?? 60
  return m.admin_code_wait({ count: Math.ceil(seconds / 60) })
}
