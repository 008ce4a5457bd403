import { useState, type Dispatch, type SetStateAction } from 'react'
import type * as z from 'zod/mini'
import { failureText } from '#web/admin-kit/texts.ts'
import { AccountText } from '#web/admin-kit/values.tsx'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { createIdempotencyKey, type IdempotencyKey } from '#web/app/idempotency-key.ts'
import { toast } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.ts'
import { Badge } from '#web/ui/labels.tsx'
import { useMessageDraft, type MessageDraft } from './message-draft.ts'
import { MessageFields, useMessageForm, type MessageRequest } from './message-form.tsx'

interface NotesProps {
  readonly count: number
  /** Unique among what is written to buyers, such as `order 1`. */
  readonly subject: string
  /** Of them, those that the buyer wrote and nobody has read. */
  readonly unread?: number
  /** The name of what was bought. */
  readonly item: string
  readonly buyer: { readonly discordUsername: string; readonly steamId: string }
  /** Those that were written, while the dialog is open. */
  readonly children: Elements
  readonly shape: z.ZodMiniType
  readonly longest: number
  readonly send: (request: MessageRequest) => Promise<void>
}

export function NotesButton(props: NotesProps) {
  const { count, unread = 0, subject, item, buyer } = props
  const [isOpen, setIsOpen] = useState(false)
  // Here, so that closing the dialog does not lose it.
  const [draft, setDraft] = useMessageDraft(`to ${subject}`)
  const [attempt] = useState(createIdempotencyKey)
  const notes = String(count)
  return (
    <div className="grid justify-items-start">
      {unread > 0 && (
        <Badge tone="amber" className="mt-2">
          {m.messages_unread({ count: unread })}
        </Badge>
      )}
      <Button
        tone="quiet"
        onClick={() => setIsOpen(true)}
        aria-label={m.admin_task_notes_label({ notes, item, buyer: buyer.discordUsername })}
        className="-ml-5 max-w-none"
      >
        {m.admin_task_notes({ notes })}
      </Button>
      {isOpen && (
        <div className="text-left whitespace-normal">
          <NotesDialog
            {...props}
            draft={draft}
            onDraft={setDraft}
            attempt={attempt}
            onClose={() => setIsOpen(false)}
          />
        </div>
      )}
    </div>
  )
}

interface NotesDialogProps extends NotesProps {
  readonly draft: MessageDraft
  readonly onDraft: Dispatch<SetStateAction<MessageDraft>>
  readonly attempt: IdempotencyKey
  readonly onClose: () => void
}

function NotesDialog(props: NotesDialogProps) {
  const { item, buyer, children, shape, longest, send, draft, onDraft, attempt, onClose } = props
  const { form, fields } = useMessageForm({
    draft,
    onDraft,
    attempt,
    shape,
    emptyText: m.admin_task_note_empty,
    send: async (request) => {
      await send(request)
      toast({ title: m.admin_task_note_sent(), description: item, tone: 'success' })
    },
    explain: failureText,
  })
  return (
    <FormDialog
      form={form}
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
        {children}
        <MessageFields
          {...fields}
          label={m.admin_task_note()}
          hint={m.admin_task_note_hint()}
          pictureHint={m.admin_task_picture_hint()}
          longest={longest}
        />
      </div>
    </FormDialog>
  )
}
