import { useEffect, useRef, type KeyboardEvent } from 'react'
import { FormFailure } from '#web/app/form-failure.tsx'
import type { Form } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { Badge, KrText } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDrafts } from './drafts.ts'
import { Mark } from './marks.tsx'
import { refreshEdits } from './use-admin-data.ts'

interface EditFormProps<Field extends string> {
  readonly form: Form<Field>
  readonly title: string
  /** Of the heading. */
  readonly level?: 3 | 4
  readonly besideTitle?: Elements
  readonly failed: string
  /** What others have saved meanwhile, in words; `replace` lets the next try overwrite it. */
  readonly conflict?: {
    readonly mine: string
    readonly theirs: string
    readonly replace: () => void
  } | null
  readonly submit?: string
  /** Removes the draft; null while there is none. */
  readonly forget: (() => void) | null
  readonly onClose: () => void
  /** The fields. */
  readonly children: Elements
  /** Below the form: what has a form of its own, which must not stand within this one. */
  readonly below?: Elements
}

/**
 * The form of one entry, above its list or in it. What is typed stays until it is saved or discarded,
 * also while the form is closed.
 */
export function EditForm<Field extends string>(props: EditFormProps<Field>) {
  const { form, title, level = 4, besideTitle, failed, conflict, submit } = props
  const { forget, onClose, children, below } = props
  const { ref } = form.props
  const outcome = useRef<HTMLDivElement>(null)
  const hasFailed = form.failure !== null
  const hasConflict = Boolean(conflict)
  const Heading = `h${level}` as const

  useEffect(() => showForm(ref.current), [ref])

  useEffect(() => {
    // The field from which the form was sent may be a screen above.
    if (hasFailed || hasConflict) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [hasFailed, hasConflict])

  function discard(): void {
    forget?.()
    onClose()
  }

  return (
    <div className="cut cut-size-20 mb-8 p-5 cut-line-crystal sm:p-7">
      {/* The keys of the fields bubble to it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        {...form.props}
        id={formId}
        onKeyDown={editKeys(form.isPending ? null : onClose)}
        aria-label={title}
        className="grid scroll-mt-28 grid-cols-[minmax(0,1fr)] gap-6"
      >
        <header className="flex flex-wrap items-center justify-between gap-x-6 pr-4">
          <Heading className="font-display text-xl font-bold wrap-anywhere">
            <KrText>{title}</KrText>
          </Heading>
          {besideTitle}
        </header>
        {children}
        <div ref={outcome} className="grid scroll-mt-28 scroll-mb-6 gap-6 empty:hidden">
          <FormFailure title={failed} form={form} />
          {conflict && (
            <Conflict
              mine={conflict.mine}
              theirs={conflict.theirs}
              onKeepMine={() => {
                conflict.replace()
                ref.current?.requestSubmit()
              }}
              onTakeTheirs={() => {
                refreshEdits()
                discard()
              }}
            />
          )}
        </div>
        <EditButtons
          submit={submit}
          isPending={form.isPending}
          onClose={onClose}
          onDiscard={forget && discard}
        />
      </form>
      {below}
    </div>
  )
}

/** Of the one form that is open. */
export const formId = 'open-form'

/** Brings the open form into view when the button of its row is pressed again. */
export function showOpenForm(): void {
  showForm(document.getElementById(formId))
}

/** Scrolls to a form that has been opened, and focuses its first field. */
export function showForm(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: 'start' })
  const first = form?.querySelector<HTMLElement>('input:checked, input:not([type=radio])')
  first?.focus({ preventScroll: true })
}

interface ConflictProps {
  readonly mine: string
  /** What somebody else has saved meanwhile. */
  readonly theirs: string
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Somebody else has saved another version: whoever edits chooses one. */
export function Conflict({ mine, theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <Notice
      live
      tone="warning"
      title={m.admin_edit_conflict()}
      action={
        <div className="flex flex-wrap gap-3">
          <Button onClick={onKeepMine}>{m.admin_edit_keep_mine()}</Button>
          <Button tone="secondary" onClick={onTakeTheirs}>
            {m.admin_edit_take_theirs()}
          </Button>
        </div>
      }
    >
      <p className="mb-3">{m.admin_edit_conflict_text()}</p>
      <div className="grid gap-4 text-ink md:grid-cols-2">
        <TextArea label={m.admin_edit_mine()} readOnly value={mine} />
        <TextArea label={m.admin_edit_theirs()} readOnly value={theirs} />
      </div>
    </Notice>
  )
}

/** Marks what has a draft: it is not saved, and comes back when its form is opened. */
export function UnsavedMark({ form }: { readonly form: string }) {
  if (useDrafts()[form] === undefined) return null
  return <Badge tone="amber">{m.admin_edit_unsaved()}</Badge>
}

interface AddButtonProps {
  readonly id: string
  /** The name of the new entry's draft. */
  readonly form: string
  readonly onClick: () => void
  readonly children: string
}

/** Opens the form of a new entry, above a list. */
export function AddButton({ id, form, onClick, children }: AddButtonProps) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <Button id={id} icon={<Mark name="plus" />} onClick={onClick}>
        {children}
      </Button>
      <UnsavedMark form={form} />
    </div>
  )
}

interface EditButtonsProps {
  readonly submit?: string
  readonly isPending: boolean
  /** Null for a form that is always open. */
  readonly onClose: (() => void) | null
  /** Forgets what is not saved; null while everything is. */
  readonly onDiscard: (() => void) | null
}

export function EditButtons(props: EditButtonsProps) {
  const { submit = m.admin_save(), isPending, onClose, onDiscard } = props
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" pending={isPending} pendingLabel={m.admin_saving()}>
        {submit}
      </Button>
      {onClose && (
        <Button tone="quiet" disabled={isPending} onClick={onClose}>
          {m.admin_edit_close()}
        </Button>
      )}
      {onDiscard && (
        <Button tone="quiet" disabled={isPending} onClick={onDiscard}>
          {m.admin_edit_discard()}
        </Button>
      )}
    </div>
  )
}

/**
 * What the keys of an editor do: Escape closes it, or does nothing in one that is always open, and
 * Ctrl+Enter saves, from a field of several lines too.
 */
export function editKeys(close: (() => void) | null) {
  return (event: KeyboardEvent<HTMLFormElement>): void => {
    const { key, ctrlKey, metaKey, currentTarget } = event
    if (key === 'Escape') close?.()
    if (key !== 'Enter' || !(ctrlKey || metaKey)) return
    // A field of one line would submit it once more.
    event.preventDefault()
    currentTarget.requestSubmit()
  }
}
