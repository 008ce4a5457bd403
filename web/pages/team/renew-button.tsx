import { useRef, useState } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { renewListing } from '#web/team/own-listings.ts'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeadingIfLost } from './focus-if-lost.ts'
import { problemText } from './save-problem.tsx'
import { tellOutcome } from './tell-outcome.ts'

interface RenewButtonProps {
  readonly listing: ShownListing
  /** Else the button goes, once what it was pressed for is done. */
  readonly isOffered?: boolean
}

/** Lets a listing of the visitor's own go on for its full time from now, in one tap. */
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
    tellOutcome(outcome, 'renewed')
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
