import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import {
  addMessage,
  markMessagesRead,
  newOrderMessage,
  readMessages,
  type OrderMessages,
} from '#contract/order-messages.ts'
import { longestOrderMessage } from '#domain/text-limits.ts'
import { call, type FailureCode } from '#web/app/api-client.ts'
import { createIdempotencyKey } from '#web/app/idempotency-key.ts'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { PictureField, pictureTimeoutMs, type ChosenPicture } from '#web/app/picture-field.tsx'
import {
  queryKeys,
  refetchAfterChange,
  setNewestData,
  useServerData,
} from '#web/app/query-client.ts'
import { textFault } from '#web/app/text-fault.ts'
import { useForm } from '#web/app/use-form.ts'
import { TaskNotes } from '#web/features/tasks/task-notes.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { LoadingText } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { readMessageDraft, saveMessageDraft } from './message-draft.ts'

interface ConversationProps {
  readonly order: OrderView
}

/** Refetched with the orders, of which an event says that they have changed. */
const messagesKey = (orderId: string) => [...queryKeys.order(orderId), 'messages']

function messagesQuery(id: string) {
  return queryOptions({
    queryKey: messagesKey(id),
    queryFn: () => call(readMessages, { params: { id } }),
  })
}

/** What the buyer and the staff write to each other about an order, and a form for another message. */
export function Conversation({ order }: ConversationProps) {
  const { state, isFetching, refetch } = useServerData(messagesQuery(order.id))
  const messages = state.status === 'answered' ? state.value.messages : []
  useMarkRead(order, messages)
  return (
    <div className="grid max-w-4xl gap-5 border-l-2 border-line pl-4 text-ink">
      {state.status === 'waiting' && <LoadingText>{m.orders_messages_loading()}</LoadingText>}
      {state.status === 'failed' && (
        <LoadFailure
          title={m.orders_messages_load_failed()}
          text={m.orders_messages_load_failed_text()}
          offlineText={m.offline_nothing_lost()}
          isFetching={isFetching}
          onRetry={refetch}
        />
      )}
      {state.status === 'answered' && messages.length === 0 && (
        <p className="text-muted">{m.orders_messages_none()}</p>
      )}
      <div aria-live="polite" className="empty:hidden">
        <TaskNotes
          title={m.orders_messages()}
          item={order.items.map(({ name }) => name).join(', ')}
          notes={messages.map((message) => ({
            ...message,
            author: message.from === 'buyer' ? m.orders_message_you() : m.orders_message_staff(),
          }))}
        />
      </div>
      <MessageForm orderId={order.id} />
    </div>
  )
}

/** What is shown counts as read once somebody looks at the page. */
function useMarkRead({ id, messages: { unread } }: OrderView, shown: OrderMessages['messages']) {
  const readUpTo = shown.at(-1)?.id
  useEffect(() => {
    if (unread === 0 || readUpTo === undefined) return undefined
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      // Should it fail, they stay unread.
      call(markMessagesRead, { params: { id }, body: { readUpTo } })
        .then(() => refetchAfterChange(queryKeys.orders))
        .catch(() => undefined)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, unread, readUpTo])
}

const failures: Readonly<Partial<Record<FailureCode, () => string>>> = {
  validation_failed: m.form_text_refused,
  rate_limited: m.orders_message_often,
  image_refused: m.picture_unreadable,
  order_not_found: m.orders_message_over,
}

function MessageForm({ orderId: id }: { readonly orderId: string }) {
  const [text, setText] = useState(() => readMessageDraft(id))
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [isReading, setIsReading] = useState(false)
  const [attempt] = useState(createIdempotencyKey)
  const type = (typed: string) => {
    setText(typed)
    saveMessageDraft(id, typed)
  }
  const form = useForm<'text'>({
    validate: () => ({ text: textFault(newOrderMessage, text, m.orders_message_empty) }),
    send: async () => {
      const body = { text: text.trim(), ...(picture && { picture: picture.url }) }
      const sent = await call(addMessage, {
        params: { id },
        body,
        idempotencyKey: attempt.of(body),
        timeoutMs: pictureTimeoutMs(picture),
      })
      attempt.ended()
      type('')
      setPicture(null)
      await setNewestData(messagesKey(id), sent)
    },
    explain: (problem) => {
      attempt.ended(problem)
      return (failures[problem.code] ?? m.orders_message_failed)()
    },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <TextArea
        name="text"
        label={m.orders_message()}
        hint={m.orders_message_hint()}
        error={form.errors.text}
        required
        readOnly={form.isPending}
        rows={2}
        maxLength={longestOrderMessage}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      <PictureField
        picture={picture}
        optionalHint={m.orders_message_picture_hint()}
        hasCurrent={false}
        isMissing={false}
        onChange={setPicture}
        onReading={setIsReading}
      />
      {form.failure !== null && (
        <Notice live tone="error" title={m.orders_message_unsent()}>
          {form.failure}
        </Notice>
      )}
      <Button
        type="submit"
        tone="secondary"
        className="justify-self-start"
        // Without the picture, while that is still being read, the message would be incomplete.
        pending={form.isPending || isReading}
        pendingLabel={m.orders_message_sending()}
      >
        {m.orders_message_send()}
      </Button>
    </form>
  )
}
