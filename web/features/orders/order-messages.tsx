import { useState } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import { useLoadedPart } from '#web/app/page-loader.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { draftOfOrder, readDraftText } from '#web/features/tasks/message-draft.ts'
import { LoadingText } from '#web/ui/loading.tsx'
import { orderNumber } from './paid-message.ts'

export function OrderMessages({ order }: { readonly order: OrderView }) {
  // What was typed before a reload must be seen again.
  const [isOpen, setIsOpen] = useState(() => readDraftText(draftOfOrder(order.id)) !== '')
  const { unread } = order.messages
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          tone="secondary"
          aria-expanded={isOpen}
          aria-label={m.orders_messages_of({ number: orderNumber(order) })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {m.orders_messages()}
        </Button>
        <span aria-live="polite">
          {unread > 0 && !isOpen && (
            <Badge tone="crystal">{m.messages_unread({ count: unread })}</Badge>
          )}
        </span>
      </div>
      {isOpen && <LoadedConversation order={order} />}
    </div>
  )
}

const loadConversation = () => import('./conversation.tsx')

function LoadedConversation({ order }: { readonly order: OrderView }) {
  const part = useLoadedPart(loadConversation, true)
  if (!part) return <LoadingText>{m.orders_messages_loading()}</LoadingText>
  return <part.Conversation order={order} />
}
