import { m } from '#web/i18n/paraglide/messages.js'
import type { TeamListings } from '#web/team/use-team-listings.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { failureText } from './failure-text.ts'

interface MoreListingsProps {
  readonly list: TeamListings
  readonly onMore: () => void
}

/** The way to the next part of the list, and why that did not come. */
export function MoreListings({ list, onMore }: MoreListingsProps) {
  const { hasMore, isLoadingMore, moreFailure } = list
  if (!hasMore) return null
  return (
    <div className="mt-8 flex flex-col items-center gap-5">
      {moreFailure !== null && (
        <Notice live tone="error" title={m.team_list_more_failed()} className="w-full max-w-2xl">
          {failureText(moreFailure.code)}
        </Notice>
      )}
      <Button
        tone="secondary"
        size="large"
        pending={isLoadingMore}
        pendingLabel={m.team_list_loading()}
        onClick={onMore}
      >
        {moreFailure === null ? m.team_list_more() : m.team_list_retry()}
      </Button>
    </div>
  )
}
