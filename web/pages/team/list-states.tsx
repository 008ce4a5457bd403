import { useState } from 'react'
import { CampfirePicture } from '#web/art/campfire-picture.tsx'
import { LoadFailure } from '#web/components/load-failure.tsx'
import { Link } from '#web/components/link.tsx'
import { useOnline } from '#web/components/use-online.ts'
import { formatDateTime } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import type { TeamListings } from '#web/team/use-team-listings.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { readCopyTime } from './copy-time.ts'
import { failureText } from './failure-text.ts'
import { gridColumns } from './listing-grid.tsx'
import { Mark } from './marks.tsx'

const placeholders = Array.from({ length: 8 }, (_, place) => place)

/** What stands in the place of the cards until there are some; as tall as those. */
export function LoadingCards() {
  return (
    <div aria-hidden="true" className={gridColumns}>
      {placeholders.map((place) => (
        <div key={place} className="cut cut-size-20 flex flex-col gap-4 p-5">
          <Skeleton className="h-8 w-3/5" />
          <div>
            <Skeleton className="h-6 w-2/5" />
            <Skeleton className="mt-2 h-5 w-5/6" />
          </div>
          <Skeleton className="h-17" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-11" />
        </div>
      ))}
    </div>
  )
}

interface NothingFoundProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
}

/** A free place at the fire: who comes here is asked to take it. */
export function NothingFound({ isFiltered, onClear }: NothingFoundProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-4 text-center">
      <CampfirePicture companion={false} className="block aspect-4/3 w-full max-w-80" />
      <p className="mt-6 font-display text-2xl leading-tight font-bold">{m.team_list_none()}</p>
      <p className="mt-3 text-lg text-muted">{m.team_list_be_first()}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <CreateLink />
        {isFiltered && (
          <Button tone="secondary" onClick={onClear}>
            {m.team_list_clear()}
          </Button>
        )}
      </div>
    </div>
  )
}

/** To the form. */
export function CreateLink({ size }: { readonly size?: 'large' }) {
  return (
    <Link href={paths.teamCreate()} className={buttonClass({ size })}>
      <Mark name="plus" />
      {m.team_list_create()}
    </Link>
  )
}

/** Why the list is not, or not surely, what the server has now. */
export function ListTrouble({ list }: { readonly list: TeamListings }) {
  const isOnline = useOnline()
  const { status, failure, isCopy, reload } = list
  if (status === 'failed') {
    return (
      <LoadFailure
        title={m.team_list_failed_title()}
        text={failureText(failure?.code ?? 'unexpected_answer')}
        offlineText={m.team_list_failed_offline()}
        isAsking={false}
        onRetry={async () => reload()}
        className="mb-6 max-w-2xl"
      />
    )
  }
  // Without a failure the server's answer is still on its way.
  const isOld = !isOnline || (isCopy && failure !== null)
  return isOld ? <CopyNotice isOnline={isOnline} onRetry={reload} /> : null
}

interface CopyNoticeProps {
  readonly isOnline: boolean
  readonly onRetry: () => void
}

function CopyNotice({ isOnline, onRetry }: CopyNoticeProps) {
  const [copyTime] = useState(readCopyTime)
  return (
    <Notice
      live
      tone="warning"
      title={isOnline ? m.team_list_copy_title() : m.team_list_offline_title()}
      className="mb-6 max-w-2xl"
      action={
        <Button tone="secondary" onClick={onRetry}>
          {m.team_list_retry()}
        </Button>
      }
    >
      {isOnline ? m.team_list_copy_text() : m.team_list_offline_text()}{' '}
      {copyTime !== null && m.team_list_copy_time({ time: formatDateTime(copyTime) })}
    </Notice>
  )
}
