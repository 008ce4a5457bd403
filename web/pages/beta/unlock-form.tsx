import { useRef, useState, type FormEvent } from 'react'
import type { BetaView } from '#contract/beta.ts'
import { keepBetaDigits, mostBetaDigits } from '#domain/beta-code.ts'
import { requestJson } from '#web/api/client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { unlockFailureText } from './unlock-failure-text.ts'

/** Asks for the code, which only the server knows; `onUnlock` gets the day of the release. */
export function UnlockForm({ onUnlock }: { readonly onUnlock: (releaseDate: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function unlock(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (code === '') return refuse(m.beta_code_empty())
    setIsPending(true)
    setError(null)
    try {
      const { releaseDate } = await requestJson<BetaView>('/api/beta/unlock', { body: { code } })
      onUnlock(releaseDate)
    } catch (failure) {
      setIsPending(false)
      refuse(unlockFailureText(failure))
    }
  }

  function refuse(text: string) {
    setError(text)
    // Selected, so that the next try replaces the wrong one.
    form.current?.querySelector('input')?.select()
  }

  return (
    <Panel>
      <form ref={form} noValidate onSubmit={(event) => void unlock(event)} className="grid gap-5">
        <div aria-live="polite">
          <TextField
            label={m.beta_code()}
            hint={m.beta_code_hint({ count: mostBetaDigits })}
            error={error}
            inputMode="numeric"
            autoComplete="off"
            className="[&_input]:text-2xl [&_input]:tracking-[0.25em]"
            value={code}
            onChange={(event) => {
              setCode(keepBetaDigits(event.target.value))
              setError(null)
            }}
          />
        </div>
        <Button
          type="submit"
          size="large"
          pending={isPending}
          pendingLabel={m.beta_unlock_pending()}
        >
          {m.beta_unlock()}
        </Button>
      </form>
    </Panel>
  )
}
