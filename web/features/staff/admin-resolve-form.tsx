import { useState, type FormEvent } from 'react'
import { failureText } from './admin-texts.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/app/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'

const maxNoteLength = 500

interface ResolveFormProps {
  /** The id of the entry. */
  readonly id: string
  readonly onResolve: (note: string) => Promise<unknown>
  readonly onDone: () => void
}

/** Closes an entry of the inbox that was resolved outside the shop, with a note. */
export function ResolveForm({ id, onResolve, onDone }: ResolveFormProps) {
  const [note, setNote] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function resolve(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (note.trim() === '') return setError(m.admin_note_empty())
    setIsPending(true)
    setError(null)
    try {
      await onResolve(note.trim())
      toast({ title: m.admin_resolved(), tone: 'success' })
      onDone()
    } catch (failure) {
      const isAssigned = failure instanceof ApiProblem && failure.code === 'payment_not_assignable'
      setError(isAssigned ? m.admin_failure_payment_claimed() : failureText(failure))
    }
    setIsPending(false)
  }

  return (
    <details className="group mt-4">
      <summary className="flex min-h-11 list-none items-center gap-2 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-down"
          className="size-5 text-crystal transition-transform duration-150 group-open:rotate-180"
        />
        <span className="underline underline-offset-4">{m.admin_resolve_title()}</span>
      </summary>
      <form noValidate onSubmit={(event) => void resolve(event)} className="mt-3 grid gap-3">
        <div aria-live="polite">
          <TextField
            id={`note-of-${id}`}
            label={m.admin_note()}
            hint={m.admin_note_hint()}
            error={error}
            maxLength={maxNoteLength}
            value={note}
            onChange={(event) => {
              setNote(event.target.value)
              setError(null)
            }}
          />
        </div>
        <Button
          type="submit"
          tone="secondary"
          className="justify-self-start"
          pending={isPending}
          pendingLabel={m.admin_resolve_pending()}
        >
          {m.admin_resolve()}
        </Button>
      </form>
    </details>
  )
}
