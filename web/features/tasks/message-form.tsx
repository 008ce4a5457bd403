import { useState, type Dispatch, type SetStateAction } from 'react'
import type * as z from 'zod/mini'
import type { ApiProblem } from '#web/app/api-client.ts'
import type { IdempotencyKey } from '#web/app/idempotency-key.ts'
import { PictureField, pictureTimeoutMs } from '#web/app/picture-field.tsx'
import { textFault } from '#web/app/text-fault.ts'
import { useForm } from '#web/app/use-form.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { emptyDraft, type MessageDraft } from './message-draft.ts'

export interface MessageRequest {
  readonly body: { readonly text: string; readonly picture?: string }
  readonly idempotencyKey: string
  readonly timeoutMs: number
}

interface Writing {
  readonly draft: MessageDraft
  readonly onDraft: Dispatch<SetStateAction<MessageDraft>>
  readonly attempt: IdempotencyKey
  readonly shape: z.ZodMiniType
  readonly emptyText: () => string
  readonly send: (request: MessageRequest) => Promise<void>
  readonly explain: (problem: ApiProblem) => string
}

/** A message with a picture between the staff and a buyer, written by either. */
export function useMessageForm(writing: Writing) {
  const { draft, onDraft, attempt, shape, emptyText, send, explain } = writing
  const [isReading, setIsReading] = useState(false)
  const form = useForm<'text'>({
    validate: () => ({ text: textFault(shape, draft.text, emptyText) }),
    send: async () => {
      const { text, picture } = draft
      const body = { text: text.trim(), ...(picture && { picture: picture.url }) }
      const timeoutMs = pictureTimeoutMs(picture)
      await send({ body, idempotencyKey: attempt.of(body), timeoutMs })
      attempt.ended()
      onDraft(emptyDraft)
    },
    explain: (problem) => {
      attempt.ended(problem)
      return explain(problem)
    },
  })
  const fields = {
    draft,
    onDraft,
    error: form.errors.text,
    isSending: form.isPending,
    onReading: setIsReading,
  }
  // Without the picture, while that is still being read, the message would be incomplete.
  return { form: { ...form, isPending: form.isPending || isReading }, fields }
}

type Writable = ReturnType<typeof useMessageForm>['fields']

interface MessageFieldsProps extends Writable {
  readonly label: string
  readonly hint: string
  readonly pictureHint: string
  readonly longest: number
  readonly rows?: number
}

export function MessageFields(props: MessageFieldsProps) {
  const { draft, onDraft, error, isSending, onReading, label, hint, pictureHint, longest } = props
  return (
    <>
      <TextArea
        name="text"
        label={label}
        hint={hint}
        error={error}
        required
        readOnly={isSending}
        rows={props.rows}
        maxLength={longest}
        value={draft.text}
        onChange={({ target }) => onDraft((before) => ({ ...before, text: target.value }))}
      />
      <PictureField
        picture={draft.picture}
        optionalHint={pictureHint}
        hasCurrent={false}
        isMissing={false}
        onChange={(picture) => onDraft((before) => ({ ...before, picture }))}
        onReading={onReading}
      />
    </>
  )
}
