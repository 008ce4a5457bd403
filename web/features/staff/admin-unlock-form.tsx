import { useRef, useState, type FormEvent } from 'react'
import { unlockAdmin } from './admin-session.ts'
import { failureText } from './admin-texts.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Mark } from './admin-marks.tsx'

const fieldId = 'admin-code'

/** A form for the access code. The server checks it; users of `useAdminAccess` see the change. */
export function UnlockForm() {
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function unlock(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (code === '') return refuse(m.admin_code_empty())
    setIsPending(true)
    setError(null)
    try {
      await unlockAdmin(code)
    } catch (failure) {
      refuse(refusalText(failure))
    }
    setIsPending(false)
  }

  function refuse(text: string) {
    setError(text)
    // Selected, so that the next try replaces the wrong code.
    form.current?.querySelector('input')?.select()
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void unlock(event)} className="grid gap-5">
      <div aria-live="polite">
        <TextField
          id={fieldId}
          type="password"
          label={<span className="sr-only">{m.admin_code()}</span>}
          placeholder={m.admin_code()}
          error={error}
          maxLength={200}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setError(null)
          }}
        />
      </div>
      <Button
        type="submit"
        size="large"
        icon={<Mark name="lock" />}
        pending={isPending}
        pendingLabel={m.admin_unlock_pending()}
      >
        {m.admin_unlock()}
      </Button>
    </form>
  )
}

function refusalText(failure: unknown): string {
  if (!(failure instanceof ApiProblem)) return failureText(failure)
  if (failure.code === 'wrong_code') return m.admin_code_wrong()
  if (failure.code !== 'rate_limited') return failureText(failure)
  const seconds = failure.retryAfterSeconds ?? 60
  return m.admin_code_wait({ count: Math.ceil(seconds / 60) })
}
