import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import {
  addMessage,
  markMessagesRead,
  newOrderMessage,
  readMessages,
} from '#contract/order-messages.ts'
import { longestOrderMessage } from '#domain/text-limits.ts'
import { call, type FailureCode } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { createIdempotencyKey } from '#web/app/idempotency-key.ts'
import { LoadFailure } from '#web/app/load-failure.tsx'
import {
  queryKeys,
  refetchAfterChange,
  setNewestData,
  useServerData,
} from '#web/app/query-client.ts'
import { draftOfOrder, useMessageDraft } from '#web/features/tasks/message-draft.ts'
import { MessageFields, useMessageForm } from '#web/features/tasks/message-form.tsx'
import { TaskNotes } from '#web/features/tasks/task-notes.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { LoadingText } from '#web/ui/loading.tsx'
import { useSeen } from './use-seen.ts'

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

export function Conversation({ order }: ConversationProps) {
  const { state, isFetching, refetch } = useServerData(messagesQuery(order.id))
  const messages = state.status === 'answered' ? state.value.messages : []
  useSeen(order.messages.unread === 0 ? undefined : messages.at(-1)?.id, (readUpTo) => {
    // Should it fail, they stay unread.
    call(markMessagesRead, { params: { id: order.id }, body: { readUpTo } })
      .then(() => refetchAfterChange(queryKeys.orders))
      .catch(() => undefined)
  })
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

const failures: Readonly<Partial<Record<FailureCode, () => string>>> = {
  validation_failed: m.form_text_refused,
  rate_limited: m.orders_message_often,
  image_refused: m.picture_unreadable,
  order_not_found: m.orders_message_over,
  order_not_paid: m.orders_message_unpaid,
}

function MessageForm({ orderId: id }: { readonly orderId: string }) {
  const [draft, setDraft] = useMessageDraft(draftOfOrder(id))
  const [attempt] = useState(createIdempotencyKey)
  const { form, fields } = useMessageForm({
    draft,
    onDraft: setDraft,
    attempt,
    shape: newOrderMessage,
    emptyText: m.orders_message_empty,
    send: async (request) =>
      setNewestData(messagesKey(id), await call(addMessage, { params: { id }, ...request })),
    explain: ({ code }) => (failures[code] ?? m.orders_message_failed)(),
  })
  return (
    <form {...form.props} className="grid gap-4">
      <MessageFields
        {...fields}
        label={m.orders_message()}
        hint={m.orders_message_hint()}
        pictureHint={m.orders_message_picture_hint()}
        longest={longestOrderMessage}
        rows={2}
      />
      <FormFailure title={m.orders_message_unsent()} form={form} />
      <Button
        type="submit"
        tone="secondary"
        className="justify-self-start"
        pending={form.isPending}
        pendingLabel={m.orders_message_sending()}
      >
        {m.orders_message_send()}
      </Button>
    </form>
  )
}
