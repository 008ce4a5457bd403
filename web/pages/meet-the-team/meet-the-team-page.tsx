import { teamMembers } from '#site/community.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { MemberCard } from './member-card.tsx'

/** Who runs the server, what each of them does, and how to reach them. */
export default function MeetTheTeamPage() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading eyebrow={m.staff_eyebrow()} title={m.section_staff()} lead={m.staff_lead()} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ul className="grid content-start gap-4 sm:grid-cols-2">
          {teamMembers.map((member, index) => (
            <li key={member.name}>
              <MemberCard member={member} jacket={index} />
            </li>
          ))}
        </ul>
        <aside className="grid content-start gap-8">
          <Panel tone="crystal" title={m.staff_reach_title()}>
            <p className="text-muted">{m.staff_reach_text()}</p>
            <p className="mt-3 mb-5 text-muted">{m.staff_reach_when()}</p>
            <DiscordLink className={buttonClass()}>
              <DiscordMark className="size-5" />
              {m.staff_reach_link()}
            </DiscordLink>
          </Panel>
          <Panel title={m.staff_before_title()}>
            <p className="mb-3 text-muted">{m.staff_before_text()}</p>
            <Link
              href={paths.rulesCompensation()}
              className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
            >
              {m.staff_before_link()}
            </Link>
            <p className="mt-3 border-l-4 border-amber pl-4 text-muted">{m.staff_never_ask()}</p>
          </Panel>
        </aside>
      </div>
    </div>
  )
}
