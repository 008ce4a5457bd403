import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { BackLink } from '#web/app/back-link.tsx'
import { Link } from '#web/app/links.tsx'
import { useNavigate } from '#web/app/navigation.ts'
import { paths } from '#web/app/paths.ts'
import { loadSession, useSession, useSignIn, type Session } from '#web/app/session.ts'
import { toast } from '#web/app/toasts.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { useKeptOffline } from '#web/features/guides/keep-offline.ts'
import { usePreferences } from '#web/features/team/preferences.ts'
import { RenewButton } from '#web/features/team/renew-button.tsx'
import { problemText, toastOutcome } from '#web/features/team/save-outcome.tsx'
import { changeListing, makeListing } from '#web/features/team/store/own-listings.ts'
import type { ShownListing } from '#web/features/team/store/shown-listings.ts'
import {
  readOwnListingsStatus,
  subscribeToOwnListingsStatus,
  type OwnListingsStatus,
} from '#web/features/team/store/team-sync.ts'
import { useOwnListings } from '#web/features/team/store/use-own-listings.ts'
import { formatDate } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { draftOf, isSameListing } from './listing-draft.ts'
import { ListingForm } from './listing-form.tsx'
import {
  finishListing,
  useLeaveForList,
  useListingForm,
  type ListingFormState,
} from './use-listing-form.ts'

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
  const answer = useOwnListing(id)
  const [found, setFound] = useState(answer)
  // A form stays as it is while its listing is looked for again in the background.
  if (answer !== 'loading' && answer !== found) setFound(answer)
  const [last, setLast] = useState<Finding | null>(null)
  const isFound = found !== null && found !== 'loading'
  if (isFound && (found !== last?.listing || status !== last.by)) {
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

/** One's own listing for the edit page; null when there is none of this id. */
export function useOwnListing(id: string): 'loading' | ShownListing | null {
  const { listings, isLoaded } = useOwnListings()
  const reading = useSyncExternalStore(subscribeToOwnListingsStatus, readOwnListingsStatus, notYet)
  const { status } = useSession()
  const [isUnanswered, setIsUnanswered] = useState(false)
  const found = listings.find((listing) => listing.id === id.toLowerCase())
  const isSessionMissed = isLoaded && !found && status === 'unknown'

  useEffect(() => {
    // Its account may have the listing. The page's own question may have failed, and nobody repeats it.
    if (isSessionMissed) loadSession().catch(() => setIsUnanswered(true))
  }, [isSessionMissed])

  if (found) return found
  const isAsking = reading === 'reading' || (status === 'player' && reading === 'idle')
  return !isLoaded || isAsking || (isSessionMissed && !isUnanswered) ? 'loading' : null
}

const notYet = (): OwnListingsStatus => 'idle'

/** In place of the form of a listing that the staff took off the list. */
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

/** In place of the form of an account's listing, once nobody is signed in any more. */
function SignedOutListing() {
  const { pending, start } = useSignIn()
  return (
    <Notice
      live
      tone="warning"
      className="self-start"
      title={m.team_form_signed_out_title()}
      action={
        <Button
          tone="secondary"
          pending={pending}
          onClick={start}
          icon={<DiscordMark className="size-5" />}
        >
          {m.orders_sign_in()}
        </Button>
      }
    >
      {m.team_form_signed_out()}
    </Notice>
  )
}

interface EditListingProps {
  readonly listing: ShownListing
  /** It was deleted elsewhere since the form was opened. */
  readonly isGone: boolean
}

/** The form with a listing in it; it follows changes made elsewhere, and never over what was typed. */
function EditListing({ listing, isGone }: EditListingProps) {
  const { user } = useSession()
  const preferences = usePreferences()
  const leave = useLeaveForList()
  const form = useListingForm({
    formKey: listing.id,
    isKnown: true,
    start: draftOf(listing),
    startRevision: listing.revision,
    knownName: '',
    save: async (fields, { basis, basisRevision }) => {
      const isBasisCurrent = isSameListing(basis, draftOf(listing))
      const revision = isBasisCurrent ? listing.revision : basisRevision
      const outcome = await (isGone
        ? makeListing(fields)
        : changeListing(listing.id, fields, revision))
      toastOutcome(outcome, isGone ? 'made' : 'changed')
      if (outcome.kind === 'refused') {
        // That it is gone, and what to do now, is said as soon as it is.
        return outcome.problem.code === 'listing_not_found' ? null : outcome.problem
      }
      // The newer one is in the form's reach now, and what was typed stays beside it.
      if (outcome.kind === 'overtaken') return null
      finishListing(listing.id, fields, preferences)
      leave()
      return null
    },
  })
  const elsewhere = useElsewhereChange(form, listing)

  return (
    <div className="grid content-start gap-6">
      <EditNotices listing={listing} isGone={isGone} />
      <ListingForm
        form={form}
        isKnown
        submitLabel={isGone ? m.team_form_post_anew() : m.team_form_update()}
        accountName={user?.discordUsername ?? null}
      >
        {isGone ? <DeletedElsewhere /> : <ChangedElsewhere elsewhere={elsewhere} />}
      </ListingForm>
    </div>
  )
}

interface ElsewhereChange {
  /** `followed`: nothing was typed, so the form shows it. `asks`: it differs from what was typed. */
  readonly state: 'none' | 'followed' | 'asks'
  /** Puts the listing as it is now in place of what was typed. */
  readonly takeOver: () => void
  /** Goes on with what was typed, knowing what it will replace. */
  readonly keepTyped: () => void
}

/** Notices when a listing becomes another one while its form is open. */
function useElsewhereChange(form: ListingFormState, listing: ShownListing): ElsewhereChange {
  const [hasFollowed, setHasFollowed] = useState(false)
  const { kept, isSaving } = form
  const latest = draftOf(listing)
  const isChanged = !isSaving && !isSameListing(latest, kept.basis)
  const isTyped = !isSameListing(kept.draft, kept.basis)
  const asks = isChanged && isTyped && !isSameListing(latest, kept.draft)
  const follows = isChanged && !asks

  function takeOver(): void {
    form.replace({ draft: latest, basis: latest, basisRevision: listing.revision })
  }

  if (follows && !isTyped && !hasFollowed) setHasFollowed(true)

  const follow = useEffectEvent(takeOver)

  useEffect(() => {
    if (follows) follow()
  }, [follows])

  return {
    state: asks ? 'asks' : hasFollowed ? 'followed' : 'none',
    takeOver,
    keepTyped: () =>
      form.replace({ draft: kept.draft, basis: latest, basisRevision: listing.revision }),
  }
}

interface EditNoticesProps {
  readonly listing: ShownListing
  readonly isGone: boolean
}

/** How a listing stands, for its maker to know before he edits it. */
function EditNotices({ listing, isGone }: EditNoticesProps) {
  const { state, sending, refusal, expiresAt } = listing
  if (isGone) return null
  return (
    <>
      {sending === 'waiting' && <Notice>{m.team_form_still_waiting()}</Notice>}
      {sending === 'refused' && refusal !== null && (
        <Notice tone="warning" title={m.team_form_not_saved()}>
          {problemText(refusal)}
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

/** That the listing of an open form was edited elsewhere, and what its writer can do about it. */
function ChangedElsewhere({ elsewhere }: { readonly elsewhere: ElsewhereChange }) {
  if (elsewhere.state === 'none') return null
  if (elsewhere.state === 'followed') {
    return <Notice live>{m.team_form_changed_elsewhere_followed()}</Notice>
  }
  return (
    <Notice
      live
      tone="warning"
      title={m.team_form_changed_elsewhere_title()}
      action={
        <div className="flex flex-wrap gap-3">
          <Button tone="secondary" onClick={elsewhere.takeOver}>
            {m.team_form_take_over()}
          </Button>
          <Button tone="quiet" onClick={elsewhere.keepTyped}>
            {m.team_form_keep_typed()}
          </Button>
        </div>
      }
    >
      {m.team_form_changed_elsewhere()}
    </Notice>
  )
}

/** That the listing of an open form is gone; what was typed can become another one. */
function DeletedElsewhere() {
  return (
    <Notice live tone="warning" title={m.team_form_deleted_elsewhere_title()}>
      {m.team_form_deleted_elsewhere()}
    </Notice>
  )
}
