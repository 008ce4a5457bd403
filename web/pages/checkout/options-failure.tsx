import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The ways of paying could not be asked for. */
export function OptionsFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Notice
      live
      tone="error"
      title={m.checkout_failed()}
      action={
        <Button tone="secondary" onClick={onRetry}>
          {m.checkout_retry()}
        </Button>
      }
    >
      {m.checkout_failed_help()}
    </Notice>
  )
}
