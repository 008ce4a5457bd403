import { useRef, useState } from 'react'
import { useKeptOffline } from '#web/components/use-kept-offline.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session.ts'
import { rememberedDiscordUsername } from '#web/storage/remembered-player.ts'
import { finishListing } from '#web/team/finish-listing.ts'
import { useHabits } from '#web/team/habits.ts'
import { emptyDraft } from '#web/team/listing-draft.ts'
import { makeListing } from '#web/team/own-listings.ts'
import { useKnownHabits } from '#web/team/use-known-habits.ts'
import { useOwnListings } from '#web/team/use-own-listings.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { BackLink } from '#web/pages/donation/back-link.tsx'
import { ListingForm } from './listing-form.tsx'
import { ListingSteps } from './listing-steps.tsx'
import { tellOutcome } from './tell-outcome.ts'
import { useLeaveForList } from './use-leave-for-list.ts'
import { useListingForm } from './use-listing-form.ts'

/** The form of a new listing. */
export default function CreateListingPage() {
  const { isLoaded } = useOwnListings()
  useKeptOffline()
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <BackLink href={paths.team()}>{m.section_team_finder()}</BackLink>
      <PageHeading title={m.team_form_create_title()} lead={m.team_form_create_lead()} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        {/* Anew once this device is known: with what was typed into it before. */}
        <NewListing key={String(isLoaded)} isKnown={isLoaded} />
        <ListingSteps />
      </div>
    </div>
  )
}

function NewListing({ isKnown }: { readonly isKnown: boolean }) {
  const { user } = useSession()
  const habits = useHabits()
  const knownHabits = useKnownHabits()
  const leave = useLeaveForList()
  const isMade = useRef(false)
  const [rememberedName] = useState(() => (isKnown ? rememberedDiscordUsername.read() : null))
  const accountName = user?.discordUsername ?? null
  const form = useListingForm({
    formKey: 'new',
    isKnown,
    start: {
      ...emptyDraft,
      languages: knownHabits?.languages ?? [],
      usualHours: knownHabits?.usualHours ?? null,
    },
    startRevision: null,
    knownName: accountName ?? rememberedName ?? '',
    save: async (fields) => {
      // The list could not be shown when it was made: the press is for going there.
      if (!isMade.current) {
        const outcome = await makeListing(fields)
        tellOutcome(outcome, 'made')
        if (outcome.kind === 'refused') return outcome.problem
        isMade.current = true
        finishListing('new', fields, habits)
      }
      leave()
      return null
    },
  })
  return (
    <ListingForm
      form={form}
      isKnown={isKnown}
      submitLabel={m.team_form_post()}
      accountName={accountName}
    />
  )
}
