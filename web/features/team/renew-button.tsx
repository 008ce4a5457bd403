import { useRef, useState } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { renewListing } from './store/own-listings.ts'
import type { ShownListing } from './store/shown-listings.ts'
import { toast } from '#web/app/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeadingIfLost, problemText, toastOutcome } from './save-outcome.tsx'

interface RenewButtonProps {
  readonly listing: ShownListing
  /** If false, the button is removed, but not before its request has ended. */
  readonly isOffered?: boolean
}

/** Renews one of the visitor's own listings for its full time from now, with one press. */
export function RenewButton({ listing, isOffered = true }: RenewButtonProps) {
  const sending = useRef(false)
  const [isPending, setIsPending] = useState(false)

  async function renew() {
    if (sending.current) return
    sending.current = true
    setIsPending(true)
    const outcome = await renewListing(listing.id)
    sending.current = false
    setIsPending(false)
    focusHeadingIfLost()
    toastOutcome(outcome, 'renewed')
    if (outcome.kind === 'refused') {
      toast({
        title: m.team_form_not_renewed(),
        description: problemText(outcome.problem.code),
        tone: 'destructive',
      })
    }
  }

  if (!isOffered && !isPending) return null
  return (
    <Button
      tone="secondary"
      pending={isPending}
      pendingLabel={m.team_form_renewing()}
      onClick={() => void renew()}
    >
      {m.team_form_renew()}
    </Button>
  )
}
