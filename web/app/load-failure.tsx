import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useOnline } from './subscriptions.ts'

interface LoadFailureProps {
  readonly title: string
  readonly text: string
  readonly offlineText: string
  readonly isAsking: boolean
  readonly onRetry: () => Promise<void>
  readonly className?: string
}

/** What was asked for did not come. Without a network it comes by itself once that is back. */
export function LoadFailure(props: LoadFailureProps) {
  const { title, text, offlineText, isAsking, onRetry, className } = props
  const isOnline = useOnline()
  return (
    <Notice
      live
      tone={isOnline ? 'error' : 'warning'}
      title={title}
      {...(className !== undefined && { className })}
      action={
        <Button tone="secondary" pending={isAsking} onClick={() => void onRetry()}>
          {m.checkout_retry()}
        </Button>
      }
    >
      {isOnline ? text : offlineText}
    </Notice>
  )
}
