import { useState } from 'react'
import { useAdminAccess } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm, type FieldErrors, type Form } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { refreshPerks } from './admin-perk-parts.tsx'
import type { Elements } from '#web/ui/elements.ts'

interface Confirmation<Body, Answer> {
  readonly change: (
    body: Body & { readonly dryRun: boolean },
    options: { readonly idempotencyKey?: string },
  ) => Promise<Answer>
  readonly explain?: (problem: ApiProblem) => string
  /** Asks for the confirmation of what the dry run has found. */
  readonly question: string
  readonly renderPreview: (found: Answer) => Elements
  readonly hasEffect: (found: Answer) => boolean
  /** Says what was done. */
  readonly done: (made: Answer) => string
}

interface BatchFormProps<Field extends string, Body, Answer> extends Confirmation<Body, Answer> {
  readonly title: string
  readonly text: string
  readonly validate: () => FieldErrors<Field>
  /** What is sent, apart from `dryRun`. */
  readonly toBody: () => Body
  readonly onDone: () => void
  /** The fields. */
  readonly children: (form: Pick<Form<Field>, 'errors' | 'isPending'>) => Elements
}

interface Trial<Body, Answer> {
  readonly body: Body
  readonly found: Answer
}

/** A change to many grants: a dry run first, and the change itself once that is confirmed. */
export function BatchForm<Field extends string, Body, Answer>(
  props: BatchFormProps<Field, Body, Answer>,
) {
  const { title, text, validate, toBody, onDone, children, ...confirmation } = props
  const { change, explain = failureText } = confirmation
  const [trial, setTrial] = useState<Trial<Body, Answer> | null>(null)
  const isOpen = useAdminAccess().status === 'open'
  const form = useForm<Field>({
    validate,
    send: async () => {
      const body = toBody()
      setTrial({ body, found: await change({ ...body, dryRun: true }, {}) })
    },
    explain,
  })
  return (
    <Panel title={title}>
      <p className="mb-5 text-muted">{text}</p>
      <form {...form.props} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {children(form)}
        {form.failure !== null && (
          <Notice live tone="error" title={m.admin_perks_preview_failed()}>
            {form.failure}
          </Notice>
        )}
        <Button
          type="submit"
          tone="secondary"
          pending={form.isPending}
          pendingLabel={m.admin_perks_previewing()}
          aria-label={m.admin_perks_preview_label({ change: title })}
          className="justify-self-start"
        >
          {m.admin_perks_preview()}
        </Button>
      </form>
      {trial && isOpen && (
        <ConfirmDialog
          {...confirmation}
          trial={trial}
          onClose={() => setTrial(null)}
          onDone={() => {
            setTrial(null)
            onDone()
          }}
        />
      )}
    </Panel>
  )
}

interface ConfirmDialogProps<Body, Answer> extends Confirmation<Body, Answer> {
  readonly trial: Trial<Body, Answer>
  readonly onClose: () => void
  readonly onDone: () => void
}

function ConfirmDialog<Body, Answer>(props: ConfirmDialogProps<Body, Answer>) {
  const { change, explain = failureText, question, renderPreview, hasEffect, done } = props
  const { trial, onClose, onDone } = props
  const [attempt] = useState(createIdempotencyKey)
  const form = useForm({
    send: async () => {
      const body = { ...trial.body, dryRun: false }
      const made = await change(body, { idempotencyKey: attempt.of(body) })
      attempt.ended()
      toast({ title: done(made), tone: 'success' })
      refreshPerks()
      onDone()
    },
    explain: (problem) => {
      attempt.ended(problem)
      // The list shows whether it was done.
      refreshPerks()
      return isOutcomeUnknown(problem) ? m.admin_perks_outcome_unknown() : explain(problem)
    },
  })
  return (
    <FormDialog
      form={form}
      title={question}
      failureTitle={m.admin_perks_apply_failed()}
      submit={hasEffect(trial.found) ? m.admin_perks_apply() : null}
      pending={m.admin_perks_applying()}
      cancel={m.admin_cancel()}
      onClose={onClose}
    >
      {renderPreview(trial.found)}
    </FormDialog>
  )
}
