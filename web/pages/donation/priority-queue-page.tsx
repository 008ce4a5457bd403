import { Icon } from '../../art/icon.tsx'
import type { IconName } from '../../art/icon-paths.ts'
import { PriorityQueuePicture } from '../../art/priority-queue-picture.tsx'
import { m } from '../../i18n/paraglide/messages.js'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PriorityQueueForm } from './priority-queue-form.tsx'

/** Six durations of the priority queue, and what the buyer gets. */
export default function PriorityQueuePage() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading
        eyebrow={m.priority_queue_eyebrow()}
        title={m.priority_queue_title()}
        lead={m.priority_queue_lead()}
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <PriorityQueueForm />
        <aside className="grid content-start gap-5">
          <div className="hidden overflow-hidden lg:block">
            <PriorityQueuePicture />
          </div>
          <WhatYouGet />
        </aside>
      </div>
    </div>
  )
}

function WhatYouGet() {
  return (
    <Panel title={m.priority_queue_gets_title()}>
      <ul className="space-y-4">
        <Benefit icon="bolt" text={m.priority_queue_gets_place()} />
        <Benefit icon="id-card" text={m.priority_queue_gets_steam()} />
        <Benefit icon="shield" text={m.priority_queue_gets_activation()} />
        <Benefit icon="wallet" text={m.priority_queue_gets_once()} />
      </ul>
    </Panel>
  )
}

function Benefit({ icon, text }: { readonly icon: IconName; readonly text: string }) {
  return (
    <li className="flex gap-3.5">
      <Icon name={icon} className="mt-0.5 size-6 text-crystal" />
      <span className="text-muted">{text}</span>
    </li>
  )
}
