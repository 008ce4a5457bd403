import { useEffect, useRef } from 'react'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import type { Attempt } from '#web/shop/attempts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface UnansweredNoticeProps {
  readonly attempt: Attempt
  /** It was made just now, not before this page was loaded. */
  readonly isNew: boolean
  readonly isAsking: boolean
  readonly onAskAgain: () => void
}

/** Nobody knows whether it was bought: the way to find out that never buys twice. */
export function UnansweredNotice(props: UnansweredNoticeProps) {
  const { attempt, isNew, isAsking, onAskAgain } = props
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isNew) place.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [isNew])

  return (
    <div ref={place} className="scroll-my-24">
      <Notice
        live
        tone="warning"
        title={m.shop_unanswered_title({ name: attempt.itemName })}
        action={
          <div className="flex flex-wrap gap-3">
            <Button
              pending={isAsking}
              pendingLabel={m.shop_unanswered_pending()}
              onClick={onAskAgain}
            >
              {m.shop_unanswered_retry()}
            </Button>
            <Link href={paths.wallet()} className={buttonClass({ tone: 'secondary' })}>
              {m.shop_wallet()}
            </Link>
          </div>
        }
      >
        {m.shop_unanswered_text()}
      </Notice>
    </div>
  )
}
