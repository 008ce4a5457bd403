import { StartPicture } from '#web/art/start-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { PageHeading } from '#web/ui/layout.tsx'
import { BackLink } from '#web/app/back-link.tsx'
import { DurationForm, WhatYouGet } from './duration-form.tsx'

/** Six durations of the priority queue, and what the buyer gets. */
export default function PriorityQueuePage() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <BackLink href={paths.donation()}>{m.donation_back()}</BackLink>
      <PageHeading
        eyebrow={m.priority_queue_eyebrow()}
        title={m.priority_queue_title()}
        lead={m.priority_queue_lead()}
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <DurationForm slug="priority-queue" />
        <aside className="grid content-start gap-5">
          <div className="hidden overflow-hidden lg:block">
            <StartPicture name="priority-queue" />
          </div>
          <WhatYouGet
            benefits={[
              { icon: 'bolt', text: m.priority_queue_gets_place() },
              { icon: 'id-card', text: m.priority_queue_gets_steam() },
            ]}
          />
        </aside>
      </div>
    </div>
  )
}
