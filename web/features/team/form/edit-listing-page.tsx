import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { BackLink } from '#web/app/back-link.tsx'
import { Link } from '#web/app/links.tsx'
import { useNavigate } from '#web/app/navigation.ts'
import { paths } from '#contract/paths.ts'
import { loadSession, useSession, type Session } from '#web/app/session.ts'
import { toast } from '#web/app/toasts.ts'
import { DiscordSignIn } from '#web/features/accounts/discord-sign-in.tsx'
import { useOfflineCopies } from '#web/features/guides/save-offline.ts'
import { RenewButton, problemText } from '#web/features/team/save-outcome.tsx'
import { changeListing, makeListing } from '#web/features/team/store/own-listings.ts'
import { useOwnListings, type ShownListing } from '#web/features/team/store/shown-listings.ts'
import { useOwnListingsStatus } from '#web/features/team/store/team-sync.ts'
import { formatDate } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { draftOf, isSameListing } from './listing-draft.ts'
import { ListingForm } from './listing-form.tsx'
import { useListingForm, type ListingFormState } from './use-listing-form.ts'

export default function EditListingPage() {
  const [path] = useLocation()
  useOfflineCopies()
  const id = path.split('/').findLast((segment) => segment !== '') ?? ''
  return (
    <div className="page *:max-w-3xl">
      <BackLink href={paths.team()}>{m.section_team_finder()}</BackLink>
      <PageHeading title={m.team_form_edit_title()} lead={m.team_form_edit_lead()} />
      <OwnListing key={id} id={id.toLowerCase()} />
    </div>
  )
}

function OwnListing({ id }: { readonly id: string }) {
  const { status } = useSession()
  const answer = useOwnListing(id)
  const [found, setFound] = useState(answer)
  // A form stays as it is while its listing is looked for again in the background.
  if (answer !== 'loading' && answer !== found) setFound(answer)
  /** With who was signed in at that time. */
  const [last, setLast] = useState<{ listing: ShownListing; by: Session['status'] } | null>(null)
  const isFound = found !== null && found !== 'loading'
  if (isFound && (found !== last?.listing || status !== last.by)) {
    setLast({ listing: found, by: status })
  }
  const isLost = found === null && last !== null

  useEffect(() => {
    // The session may have ended in another tab; then the listing is not deleted.
    if (isLost) loadSession().catch(() => undefined)
  }, [isLost])

  if (found === 'loading') return <LoadingForm />
  if (isLost && status === 'visitor' && last.by !== 'visitor') return <SignedOutListing />
  // The listing may be deleted while the visitor edits it; their text must not be lost.
  const listing = found ?? last?.listing ?? null
  if (listing === null) return <NoListing />
  if (listing.state === 'removed') return <RemovedListing reason={listing.removalReason} />
  return <EditListing listing={listing} isGone={found === null} />
}

/** Redirects to the list, because the visitor has no such listing. */
function NoListing() {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    navigate(paths.team(), { replace: true })
    toast({ title: m.team_form_not_found(), tone: 'destructive' })
  })
  useEffect(() => leave(), [])
  return <LoadingForm />
}

function LoadingForm() {
  return (
    <div>
      <LoadingText>{m.page_loading()}</LoadingText>
      <Skeleton className="h-200" />
    </div>
  )
}

/** One of the visitor's own listings; null if there is none with this id. */
export function useOwnListing(id: string): 'loading' | ShownListing | null {
  const { listings, isLoaded } = useOwnListings()
  const ownStatus = useOwnListingsStatus()
  const { status } = useSession()
  const [hasSessionFailed, setHasSessionFailed] = useState(false)
  const found = listings.find((listing) => listing.id === id.toLowerCase())
  const needsSession = isLoaded && !found && status === 'unknown'

  useEffect(() => {
    // The listing may belong to the account. The page's own session request may have failed, and is
    // not repeated otherwise.
    if (needsSession) loadSession().catch(() => setHasSessionFailed(true))
  }, [needsSession])

  if (found) return found
  const isFetching = ownStatus === 'loading' || (status === 'player' && ownStatus === 'idle')
  return !isLoaded || isFetching || (needsSession && !hasSessionFailed) ? 'loading' : null
}

function RemovedListing({ reason }: { readonly reason: string | null }) {
  return (
    <Notice
      tone="error"
      className="self-start"
      title={m.team_form_removed_title()}
      action={
        <Link href={paths.team()} className={buttonClass({ tone: 'secondary' })}>
          {m.team_form_back_to_list()}
        </Link>
      }
    >
      {reason !== null && (
        <p dir="auto" className="mb-2 wrap-anywhere whitespace-pre-line text-ink">
          {reason}
        </p>
      )}
      <p>{m.team_form_removed()}</p>
    </Notice>
  )
}

function SignedOutListing() {
  return (
    <Notice
      live
      tone="warning"
      className="self-start"
      title={m.team_form_signed_out_title()}
      action={<DiscordSignIn tone="secondary" />}
    >
      {m.team_form_signed_out()}
    </Notice>
  )
}

interface EditListingProps {
  readonly listing: ShownListing
  /** Whether it was deleted elsewhere since the form was opened; its text can be posted as a new one. */
  readonly isGone: boolean
}

/** The form of a listing. It loads changes made elsewhere, but never over typed text. */
function EditListing({ listing, isGone }: EditListingProps) {
  const form = useListingForm({
    formKey: listing.id,
    start: draftOf(listing),
    startRevision: listing.revision,
    knownName: '',
    change: isGone ? 'made' : 'edited',
    save: async (fields, { basis, basisRevision }) => {
      const isBasisCurrent = isSameListing(basis, draftOf(listing))
      const revision = isBasisCurrent ? listing.revision : basisRevision
      return isGone ? makeListing(fields) : changeListing(listing.id, fields, revision)
    },
  })
  const remoteChange = useRemoteChange(form, listing)

  return (
    <div className="grid content-start gap-6">
      {!isGone && <EditNotices listing={listing} />}
      <ListingForm
        form={form}
        submitLabel={isGone ? m.team_form_post_anew() : m.team_form_update()}
      >
        {isGone ? (
          <Notice live tone="warning" title={m.team_form_deleted_elsewhere_title()}>
            {m.team_form_deleted_elsewhere()}
          </Notice>
        ) : (
          <RemoteChangeNotice {...remoteChange} />
        )}
      </ListingForm>
    </div>
  )
}

interface RemoteChange {
  /**
   * `followed`: nothing was typed, or the writer chose the new version, so the form shows it.
   * `conflict`: the new version differs from the typed text.
   */
  readonly state: 'none' | 'followed' | 'conflict'
  /** Replaces the typed text by the new version. */
  readonly loadLatest: () => void
  /** Keeps the typed text, which will replace the new version. */
  readonly keepTyped: () => void
}

function useRemoteChange(form: ListingFormState, listing: ShownListing): RemoteChange {
  const [hasFollowed, setHasFollowed] = useState(false)
  const { stored, isPending } = form
  const latest = draftOf(listing)
  const isChanged = !isPending && !isSameListing(latest, stored.basis)
  const isTyped = !isSameListing(stored.draft, stored.basis)
  const isConflict = isChanged && isTyped && !isSameListing(latest, stored.draft)
  const follows = isChanged && !isConflict

  function loadLatest(): void {
    form.replace({ draft: latest, basis: latest, basisRevision: listing.revision })
  }

  /** The pressed button disappears with its notice. */
  function focusDescription(): void {
    form.props.ref.current?.querySelector<HTMLElement>('[name=description]')?.focus()
  }

  if (follows && !isTyped && !hasFollowed) setHasFollowed(true)

  const follow = useEffectEvent(loadLatest)

  useEffect(() => {
    if (follows) follow()
  }, [follows])

  return {
    state: isConflict ? 'conflict' : hasFollowed ? 'followed' : 'none',
    loadLatest: () => {
      loadLatest()
      setHasFollowed(true)
      focusDescription()
    },
    keepTyped: () => {
      form.replace({ draft: stored.draft, basis: latest, basisRevision: listing.revision })
      setHasFollowed(false)
      focusDescription()
    },
  }
}

function EditNotices({ listing }: { readonly listing: ShownListing }) {
  const { state, sending, refusal, ban, expiresAt } = listing
  return (
    <>
      {sending === 'waiting' && <Notice>{m.team_form_still_waiting()}</Notice>}
      {sending === 'refused' && refusal !== null && (
        <Notice tone="warning" title={m.team_form_not_saved()}>
          {problemText({ code: refusal, ban })}
        </Notice>
      )}
      {state === 'ended' && expiresAt !== null && (
        <Notice
          tone="warning"
          title={m.team_form_ended({ date: formatDate(expiresAt) })}
          action={<RenewButton listing={listing} />}
        >
          {m.team_form_ended_text()}
        </Notice>
      )}
    </>
  )
}

function RemoteChangeNotice({ state, loadLatest, keepTyped }: RemoteChange) {
  if (state === 'none') return null
  if (state === 'followed') {
    return <Notice live>{m.team_form_changed_elsewhere_followed()}</Notice>
  }
  return (
    <Notice
      live
      tone="warning"
      title={m.team_form_changed_elsewhere_title()}
      action={
        <div className="flex flex-wrap gap-3">
          <Button tone="secondary" onClick={loadLatest}>
            {m.team_form_take_over()}
          </Button>
          <Button tone="quiet" onClick={keepTyped}>
            {m.team_form_keep_typed()}
          </Button>
        </div>
      }
    >
      {m.team_form_changed_elsewhere()}
    </Notice>
  )
}
