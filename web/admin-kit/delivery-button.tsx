import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { useAdminAction } from './use-admin-data.ts'
import { Moment } from './values.tsx'

interface DeliveryButtonProps {
  readonly deliveredAt: string | null
  /** Before the time of the delivery. */
  readonly delivered: string
  readonly deliver: string
  readonly undo: string
  /** What the button does, with the item and the buyer. */
  readonly label: string
  /** Sends whether it is delivered now. */
  readonly change: (delivered: boolean) => Promise<void>
}

/** Marks something sold as delivered in the game, or undoes that. A single button, so that it keeps its focus. */
export function DeliveryButton(props: DeliveryButtonProps) {
  const { deliveredAt, delivered, deliver, undo, label, change } = props
  const { isPending, run } = useAdminAction(m.admin_delivery_failed)
  const isDelivered = deliveredAt !== null
  return (
    <div className="grid justify-items-start gap-1">
      {isDelivered && (
        <p className="flex items-center gap-1.5 text-sm">
          <Icon name="check" className="size-4.5 text-crystal" />
          <span>
            <span>{delivered}</span> <Moment iso={deliveredAt} />
          </span>
        </p>
      )}
      <Button
        tone={isDelivered ? 'quiet' : 'secondary'}
        pending={isPending}
        onClick={() => run(() => change(!isDelivered))}
        aria-label={label}
        className={isDelivered ? '-ml-5 max-w-none' : ''}
      >
        {isDelivered ? undo : deliver}
      </Button>
    </div>
  )
}
