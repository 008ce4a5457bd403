import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useKeptOffline } from '#web/components/use-kept-offline.ts'
import { useNavigate } from '#web/components/use-navigate.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { loadSession, useSession, type Session } from '#web/session.ts'
import { useOwnListing } from '#web/team/find-own-listing.ts'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { toast } from '#web/toasts.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BackLink } from '#web/pages/donation/back-link.tsx'
import { EditListing } from './edit-listing.tsx'
import { RemovedListing } from './removed-listing.tsx'
import { SignedOutListing } from './signed-out-listing.tsx'

/** The form of one of the visitor's own listings. */
export default function EditListingPage() {
  const [path] = useLocation()
  useKeptOffline()
  const id = path.split('/').findLast((segment) => segment !== '') ?? ''
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <BackLink href={paths.team()}>{m.section_team_finder()}</BackLink>
      <PageHeading title={m.team_form_edit_title()} lead={m.team_form_edit_lead()} />
      <OwnListing key={id} id={id.toLowerCase()} />
    </div>
  )
}

interface Finding {
  readonly listing: ShownListing
  /** Who was signed in when it was found. */
  readonly by: Session['status']
}

function OwnListing({ id }: { readonly id: string }) {
  const { status } = useSession()
  const found = useOwnListing(id)
  const [last, setLast] = useState<Finding | null>(null)
  const isNews = found !== null && found !== 'loading'
  if (isNews && (found !== last?.listing || status !== last.by)) {
    setLast({ listing: found, by: status })
  }
  const isLost = found === null && last !== null

  useEffect(() => {
    // The account may have been left in another tab: then the listing is not gone.
    if (isLost) loadSession().catch(() => undefined)
  }, [isLost])

  if (found === 'loading') return <LoadingForm />
  if (isLost && status === 'visitor' && last.by !== 'visitor') return <SignedOutListing />
  // It goes while somebody writes: what he typed must not go with it.
  const listing = found ?? last?.listing ?? null
  if (listing === null) return <NoListing />
  if (listing.state === 'removed') return <RemovedListing reason={listing.removalReason} />
  return <EditListing listing={listing} isGone={found === null} />
}

/** Leads back to the list: there is nothing of the visitor's to edit here. */
function NoListing() {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    toast({ title: m.team_form_not_found(), tone: 'destructive' })
    navigate(paths.team(), { replace: true })
  })
  useEffect(() => leave(), [])
  return <LoadingForm />
}

function LoadingForm() {
  return (
    <div>
      <p aria-live="polite" className="sr-only">
        {m.page_loading()}
      </p>
      <Skeleton className="h-200" />
    </div>
  )
}
