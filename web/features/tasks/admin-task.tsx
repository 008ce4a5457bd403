import { useState, type Dispatch, type SetStateAction } from 'react'
import { listSkinPurchases } from '#contract/skins.ts'
import { searchOrders } from '#contract/staff.ts'
import {
  addTaskNote,
  changeTask,
  type ChangedTask,
  type TaskChange,
  type TaskView,
  newTaskNote,
} from '#contract/tasks.ts'
import { longestTaskNote } from '#domain/text-limits.ts'
import {
  PictureField,
  pictureTimeoutMs,
  type ChosenPicture,
} from '#web/app/picture-field.tsx'
import { adminCall, useAdminAccess } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures, useAdminAction } from '#web/admin-kit/use-admin-data.ts'
import { AccountText } from '#web/admin-kit/values.tsx'
import { ApiProblem } from '#web/app/api-client.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { createIdempotencyKey, type IdempotencyKey } from '#web/app/idempotency-key.ts'
import { textFault } from '#web/app/text-fault.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { TaskNotes } from './task-notes.tsx'

interface NoteDraft {
  readonly text: string
  readonly picture: ChosenPicture | null
}
const emptyDraft: NoteDraft = { text: '', picture: null }

interface TaskActionsProps {
  /** The id of the order or the bought skin. */
  readonly id: string
  readonly task: TaskView
  /** The name of what was bought. */
  readonly item: string
  readonly buyer: { readonly discordUsername: string; readonly steamId: string }
  /** Not while the order is disputed or refunded. */
  readonly mayStart: boolean
  readonly onChange: (changed: ChangedTask) => Promise<void>
}

/**
 * Marks a task as in progress, and writes to its buyer. It is delivered by the button beside it. A
 * single button for both ways, so that it keeps its focus.
 */
export function TaskActions(props: TaskActionsProps) {
  const { id, task, item, buyer, mayStart, onChange } = props
  const { isPending, run } = useAdminAction(m.admin_task_failed)
  const [isWriting, setIsWriting] = useState(false)
  // Here, so that closing the dialog does not lose it.
  const [draft, setDraft] = useState(emptyDraft)
  const [attempt] = useState(createIdempotencyKey)
  const isOpen = useAdminAccess().status === 'open'
  const names = { item, buyer: buyer.discordUsername }
  const notes = String(task.notes.length)
  const isStarted = task.state === 'in_progress'

  async function move(change: TaskChange) {
    try {
      await onChange(await adminCall(changeTask, { params: { id }, body: change }))
    } catch (problem) {
      // Another admin was faster, so the list is shown as it is now.
      if (problem instanceof ApiProblem && problem.code === 'task_changed') {
        refreshFigures(searchOrders, listSkinPurchases)
      }
      throw problem
    }
  }

  return (
    <div className="mt-1 grid justify-items-start">
      {isStarted && (
        <Badge tone="amber" className="mt-2">
          {m.admin_task_in_progress()}
        </Badge>
      )}
      {(isStarted || (mayStart && task.state === 'open')) && (
        <Button
          tone="quiet"
          pending={isPending}
          onClick={() =>
            run(() => move({ state: isStarted ? 'open' : 'in_progress', from: task.state }))
          }
          aria-label={isStarted ? m.admin_task_stop_label(names) : m.admin_task_start_label(names)}
          className="-ml-5 max-w-none"
        >
          {isStarted ? m.admin_task_stop() : m.admin_task_start()}
        </Button>
      )}
      <Button
        tone="quiet"
        onClick={() => setIsWriting(true)}
        aria-label={m.admin_task_notes_label({ notes, ...names })}
        className="-ml-5 max-w-none"
      >
        {m.admin_task_notes({ notes })}
      </Button>
      {isWriting && isOpen && (
        <div className="text-left whitespace-normal">
          <NotesDialog
            {...props}
            draft={draft}
            onDraft={setDraft}
            attempt={attempt}
            onClose={() => setIsWriting(false)}
          />
        </div>
      )}
    </div>
  )
}

interface NotesDialogProps extends TaskActionsProps {
  readonly draft: NoteDraft
  readonly onDraft: Dispatch<SetStateAction<NoteDraft>>
  readonly attempt: IdempotencyKey
  readonly onClose: () => void
}

/** The notes that the buyer reads, and a form for another one. */
function NotesDialog(props: NotesDialogProps) {
  const { id, task, item, buyer, draft, onDraft, attempt, onChange, onClose } = props
  const { text, picture } = draft
  const [isReading, setIsReading] = useState(false)
  const form = useForm<'text'>({
    validate: () => ({ text: textFault(newTaskNote, text, m.admin_task_note_empty) }),
    send: async () => {
      const body = { text: text.trim(), ...(picture && { picture: picture.url }) }
      const changed = await adminCall(addTaskNote, {
        params: { id },
        body,
        idempotencyKey: attempt.of(body),
        timeoutMs: pictureTimeoutMs(picture),
      })
      attempt.ended()
      onDraft(emptyDraft)
      toast({ title: m.admin_task_note_sent(), description: item, tone: 'success' })
      await onChange(changed)
    },
    explain: (problem) => {
      attempt.ended(problem)
      return failureText(problem)
    },
  })
  return (
    <FormDialog
      // Without the picture, while that is still being read, the note would be incomplete.
      form={{ ...form, isPending: form.isPending || isReading }}
      title={m.admin_task_dialog({ item })}
      failureTitle={m.admin_task_note_failed()}
      submit={m.admin_task_note_send()}
      pending={m.admin_task_note_sending()}
      cancel={m.admin_task_close()}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <div>
          <AccountText {...buyer} />
        </div>
        {task.notes.length === 0 ? (
          <p className="text-muted">{m.admin_task_notes_none()}</p>
        ) : (
          <TaskNotes notes={task.notes} item={item} />
        )}
        <TextArea
          name="text"
          label={m.admin_task_note()}
          hint={m.admin_task_note_hint()}
          error={form.errors.text}
          required
          readOnly={form.isPending}
          maxLength={longestTaskNote}
          value={text}
          onChange={({ target }) => onDraft((before) => ({ ...before, text: target.value }))}
        />
        <PictureField
          picture={picture}
          optionalHint={m.admin_task_picture_hint()}
          hasCurrent={false}
          isMissing={false}
          onChange={(chosen) => onDraft((before) => ({ ...before, picture: chosen }))}
          onReading={setIsReading}
        />
      </div>
    </FormDialog>
  )
}
