import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '#web/admin-kit/confirm-dialog.tsx'
import type { Field } from '#web/admin-kit/fields.tsx'
import { failureText } from '#web/admin-kit/texts.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm, type FieldErrors } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { refreshPerks } from './admin-perk-parts.tsx'
import type { Elements } from '#web/ui/elements.ts'

interface Preview<Body, Answer> {
  /** Asks for the confirmation of what the dry run has found. */
  readonly question: string
  readonly render: (found: Answer, body: Body) => ReactNode
  readonly hasEffect: (found: Answer) => boolean
}

interface SubmitTexts {
  readonly submit: () => string
  readonly pending: () => string
  readonly failed: () => string
}

interface PerkFormProps<Typed, Body, Answer> {
  readonly title: string
  readonly text?: string
  readonly empty: Typed
  readonly validate: (typed: Typed) => FieldErrors<keyof Typed & string>
  /** What is sent, apart from `dryRun`. */
  readonly toBody: (typed: Typed) => Body
  readonly send: (
    body: Body & { readonly dryRun?: boolean },
    options: { readonly idempotencyKey?: string },
  ) => Promise<Answer>
  readonly explain?: (problem: ApiProblem) => string
  /** Of a change to many grants, which is tried first. */
  readonly preview?: Preview<Body, Answer>
  /** By default, those of a dry run. */
  readonly texts?: SubmitTexts
  readonly done: (made: Answer) => string
  readonly children: (fields: {
    readonly typed: Typed
    readonly field: <Name extends keyof Typed & string>(name: Name) => Field<Typed[Name]>
    readonly change: (changes: Partial<Typed>) => void
  }) => Elements
}

const previewTexts: SubmitTexts = {
  submit: m.admin_perks_preview,
  pending: m.admin_perks_previewing,
  failed: m.admin_perks_preview_failed,
}

/** A change to one grant, or to many: a dry run of these first, and the change once that is confirmed. */
export function PerkForm<Typed extends object, Body extends object, Answer>(
  props: PerkFormProps<Typed, Body, Answer>,
) {
  const { title, text, empty, validate, toBody, send, explain = failureText } = props
  const { preview, texts = previewTexts, done, children } = props
  const [typed, setTyped] = useState(empty)
  const [trial, setTrial] = useState<{ readonly body: Body; readonly found: Answer } | null>(null)
  const [attempt] = useState(createIdempotencyKey)

  async function apply(body: Body) {
    const made = await send(body, { idempotencyKey: attempt.of(body) })
    attempt.ended()
    toast({ title: done(made), tone: 'success' })
    setTyped(empty)
    refreshPerks()
  }

  function explainChange(problem: ApiProblem) {
    attempt.ended(problem)
    // The list shows whether it was done.
    refreshPerks()
    return isOutcomeUnknown(problem) ? m.admin_outcome_unknown() : explain(problem)
  }

  const form = useForm<keyof Typed & string>({
    validate: () => validate(typed),
    send: async () => {
      const body = toBody(typed)
      if (preview) setTrial({ body, found: await send({ ...body, dryRun: true }, {}) })
      else await apply(body)
    },
    explain: preview ? explain : explainChange,
  })
  return (
    <Panel title={title}>
      {text !== undefined && <p className="mb-5 text-muted">{text}</p>}
      <form {...form.props} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {children({
          typed,
          field: (name) => ({
            name,
            value: typed[name],
            error: form.errors[name],
            isFrozen: form.isPending,
            onChange: (value) => setTyped((before) => ({ ...before, [name]: value })),
          }),
          change: (changes) => setTyped((before) => ({ ...before, ...changes })),
        })}
        {/* A preview changes nothing. */}
        <FormFailure
          title={texts.failed()}
          form={{ failure: form.failure, isLost: form.isLost && !preview }}
        />
        <Button
          type="submit"
          tone={preview && 'secondary'}
          pending={form.isPending}
          pendingLabel={texts.pending()}
          aria-label={
            texts === previewTexts ? m.admin_perks_preview_label({ change: title }) : undefined
          }
          className={preview && 'justify-self-start'}
        >
          {texts.submit()}
        </Button>
      </form>
      {preview && trial && (
        <ConfirmDialog
          title={preview.question}
          failureTitle={m.admin_perks_apply_failed()}
          submit={preview.hasEffect(trial.found) ? m.admin_perks_apply() : null}
          pending={m.admin_perks_applying()}
          send={() => apply(trial.body)}
          explain={explainChange}
          onClose={() => setTrial(null)}
        >
          {preview.render(trial.found, trial.body)}
        </ConfirmDialog>
      )}
    </Panel>
  )
}
