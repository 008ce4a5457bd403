import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useOnline } from './subscriptions.ts'

interface LoadFailureProps {
  readonly title: string
  readonly text: string
  readonly offlineText: string
  readonly isFetching: boolean
  readonly onRetry: () => Promise<unknown>
  readonly className?: string
}

/** A notice that data could not be loaded. Once the network is back, the page loads it by itself. */
export function LoadFailure(props: LoadFailureProps) {
  const { title, text, offlineText, isFetching, onRetry, className } = props
  const isOnline = useOnline()
  return (
    <Notice
      live
      tone={isOnline ? 'error' : 'warning'}
      title={title}
      className={className}
      action={
        <Button tone="secondary" pending={isFetching} onClick={() => void onRetry()}>
          {m.retry()}
        </Button>
      }
    >
      {isOnline ? text : offlineText}
    </Notice>
  )
}
