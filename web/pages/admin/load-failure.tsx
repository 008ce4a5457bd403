import { failureText } from '#web/admin/admin-texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface LoadFailureProps {
  readonly failure: unknown
  readonly onRetry: () => void
}

/** A list or figures could not be fetched. */
export function LoadFailure({ failure, onRetry }: LoadFailureProps) {
  return (
    <Notice
      live
      tone="error"
      title={m.admin_load_failed()}
      className="mb-6"
      action={
        <Button tone="secondary" onClick={onRetry}>
          {m.admin_retry()}
        </Button>
      }
    >
      {failureText(failure)}
    </Notice>
  )
}
