import { removeHostedPress } from '#web/checkout/hosted-presses.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says that one press pays once, and lets a buyer who has not paid press again. */
export function HostedPressNotice({ itemId }: { readonly itemId: string }) {
  return (
    <Notice
      live
      tone="warning"
      title={m.checkout_hosted_pressed_title()}
      action={
        <Button tone="secondary" onClick={() => removeHostedPress(itemId)}>
          {m.checkout_hosted_not_paid()}
        </Button>
      }
    >
      {m.checkout_hosted_pressed()}
    </Notice>
  )
}
