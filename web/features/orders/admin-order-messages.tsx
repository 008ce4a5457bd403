import { useEffect, useEffectEvent } from 'react'
import {
  addMessageAsStaff,
  markMessagesReadAsStaff,
  newOrderMessage,
  readMessagesAsStaff,
} from '#contract/order-messages.ts'
import type { AdminOrder } from '#contract/staff.ts'
import { longestOrderMessage } from '#domain/text-limits.ts'
import { LoadFailure } from '#web/admin-kit/section-parts.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures, useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { actorText } from '#web/admin-kit/values.tsx'
import { itemTitle } from '#web/features/products/product-text.ts'
import { NotesButton } from '#web/features/tasks/admin-notes.tsx'
import { TaskNotes } from '#web/features/tasks/task-notes.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'

interface OrderMessagesProps {
  readonly order: AdminOrder
  readonly onChange: (order: AdminOrder) => Promise<void>
}

/** What the buyer and the staff write to each other about an order. */
export function OrderMessages({ order, onChange }: OrderMessagesProps) {
  const mayAnswer = useMayDo('messages')
  if (!mayAnswer) return null
  return (
    <NotesButton
      {...order.messages}
      item={itemTitle(order.item)}
      buyer={order}
      shape={newOrderMessage}
      longest={longestOrderMessage}
      send={async (request) => {
        const params = { id: order.id }
        const { messages } = await adminCall(addMessageAsStaff, { params, ...request })
        refreshFigures(readMessagesAsStaff)
        await onChange({ ...order, messages: { count: messages.length, unread: 0 } })
      }}
    >
      <Conversation order={order} onChange={onChange} />
    </NotesButton>
  )
}

const refreshMs = 10_000

/** While it is shown, new messages appear, and those of the buyer count as read. */
function Conversation({ order, onChange }: OrderMessagesProps) {
  const params = { id: order.id }
  const { value, failure, reload, refresh } = useAdminQuery(readMessagesAsStaff, { params })
  const messages = value?.messages ?? []
  const shown = messages.at(-1)?.id
  const markRead = useEffectEvent(async (readUpTo: number) => {
    await adminCall(markMessagesReadAsStaff, { params, body: { readUpTo } })
    await onChange({ ...order, messages: { count: messages.length, unread: 0 } })
  })
  // Should it fail, they stay unread in the list.
  useEffect(() => {
    if (shown !== undefined) void markRead(shown).catch(() => undefined)
  }, [shown])
  const refreshLatest = useEffectEvent(refresh)
  useEffect(() => {
    const timer = setInterval(() => refreshLatest(), refreshMs)
    return () => clearInterval(timer)
  }, [])
  if (failure) return <LoadFailure text={failureText(failure)} onRetry={reload} />
  if (value === null) {
    return (
      <div>
        <LoadingText>{m.orders_messages_loading()}</LoadingText>
        <Skeleton className="h-24" />
      </div>
    )
  }
  if (messages.length === 0) return <p className="text-muted">{m.admin_task_notes_none()}</p>
  return (
    <TaskNotes
      title={m.orders_messages()}
      item={itemTitle(order.item)}
      notes={messages.map(({ actor, actorName, ...message }) => ({
        ...message,
        author: actor === null ? m.admin_message_buyer() : actorText({ actor, actorName }),
      }))}
    />
  )
}
