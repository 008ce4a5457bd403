import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  addMessageAsStaff,
  markMessagesReadAsStaff,
  newOrderMessage,
  readMessagesAsStaff,
  removeMessage,
} from '#contract/order-messages.ts'
import type { AdminOrder } from '#contract/staff.ts'
import { longestOrderMessage } from '#domain/text-limits.ts'
import { LoadFailure } from '#web/admin-kit/section-parts.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures, useAdminAction, useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { actorText } from '#web/admin-kit/values.tsx'
import { itemTitle } from '#web/features/products/product-text.ts'
import { NotesButton } from '#web/features/tasks/admin-notes.tsx'
import { TaskNotes } from '#web/features/tasks/task-notes.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { useSeen } from './use-seen.ts'

interface OrderMessagesProps {
  readonly order: AdminOrder
  readonly onChange: (order: AdminOrder) => Promise<void>
}

export function OrderMessages({ order, onChange }: OrderMessagesProps) {
  const mayAnswer = useMayDo('messages')
  if (!mayAnswer) return null
  return (
    <NotesButton
      {...order.messages}
      subject={`order ${order.id}`}
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
  useSeen(messages.at(-1)?.id, (readUpTo) => {
    // Should it fail, they stay unread in the list.
    adminCall(markMessagesReadAsStaff, { params, body: { readUpTo } })
      .then(() => onChange({ ...order, messages: { count: messages.length, unread: 0 } }))
      .catch(() => undefined)
  })
  const refreshLatest = useEffectEvent(refresh)
  useEffect(() => {
    const timer = setInterval(() => refreshLatest(), refreshMs)
    return () => clearInterval(timer)
  }, [])
  const list = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  useEffect(() => {
    // Which is what they answer. Nothing moves while it is in view, so that they can go on typing.
    if (newest !== undefined) {
      list.current?.querySelector('li:last-child')?.scrollIntoView({ block: 'nearest' })
    }
  }, [newest])
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
    <div ref={list}>
      <TaskNotes
        title={m.admin_messages()}
        item={itemTitle(order.item)}
        notes={messages.map(({ actor, actorName, ...message }) => ({
          ...message,
          author: actor === null ? m.admin_message_buyer() : actorText({ actor, actorName }),
          action: (
            <RemoveButton
              params={{ id: order.id, messageId: message.id }}
              onRemoved={() =>
                onChange({ ...order, messages: { count: messages.length - 1, unread: 0 } })
              }
            />
          ),
        }))}
      />
    </div>
  )
}

interface RemoveButtonProps {
  readonly params: { readonly id: string; readonly messageId: number }
  readonly onRemoved: () => Promise<void>
}

/**
 * Removes a message after asking: not in a dialog, which cannot stand in the form around it. A double
 * click on the button keeps the message.
 */
function RemoveButton({ params, onRemoved }: RemoveButtonProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { isPending, run } = useAdminAction(m.admin_message_remove_failed)
  const remove = async () => {
    await adminCall(removeMessage, { params })
    refreshFigures(readMessagesAsStaff)
    await onRemoved()
  }
  return (
    <span className="flex flex-wrap">
      <Button tone="quiet" className="-ml-5" onClick={() => setIsAsked(!isAsked)}>
        {isAsked ? m.admin_message_keep() : m.admin_message_remove()}
      </Button>
      {isAsked && (
        <Button tone="quiet" pending={isPending} onClick={() => run(remove)}>
          {m.admin_message_remove_sure()}
        </Button>
      )}
    </span>
  )
}
