import { useRef, useState } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import { ApiProblem } from '#web/api/client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { changeDonorListing } from '#web/orders/orders-api.ts'
import { toast } from '#web/toasts.ts'
import { Switch } from '#web/ui/switch.tsx'

interface DonorSwitchProps {
  readonly order: OrderView
  readonly onChanged: (order: OrderView) => void
}

/** Whether the buyer is named in the donor ranking for this order. Shown at once, taken back when the server refuses. */
export function DonorSwitch({ order, onChanged }: DonorSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  // Of several quick presses the last one counts. Requests overtake each other, so each waits for
  // the one before: nobody may be named against their last word.
  const latestPress = useRef(0)
  const earlier = useRef(Promise.resolve())

  function change(listedAsDonor: boolean): void {
    latestPress.current += 1
    const press = latestPress.current
    const isLatest = (): boolean => press === latestPress.current
    setWanted(listedAsDonor)
    earlier.current = earlier.current.then(async () => {
      if (isLatest()) await send(listedAsDonor, isLatest)
    })
  }

  async function send(listedAsDonor: boolean, isLatest: () => boolean): Promise<void> {
    try {
      onChanged(await changeDonorListing(order.id, listedAsDonor))
    } catch (failure) {
      if (isLatest()) sayNotSaved(failure)
    }
    if (isLatest()) setWanted(null)
  }

  return (
    <Switch
      label={m.checkout_donor()}
      hint={m.orders_donor_hint({ name: order.discordUsername })}
      checked={wanted ?? order.listedAsDonor}
      onChange={change}
    />
  )
}

function sayNotSaved(failure: unknown): void {
  const isRevoked = failure instanceof ApiProblem && failure.code === 'listing_revoked'
  toast({
    title: m.session_error_title(),
    description: isRevoked ? m.orders_donor_revoked() : m.orders_donor_failed(),
    tone: 'destructive',
  })
}
