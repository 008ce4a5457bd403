import type { ReactNode } from 'react'
import { gameServer, houseRules } from '#site/community.ts'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { AddressLine } from '#web/server-status/address-line.tsx'
import { useServerStatus } from '#web/server-status/server-status-store.ts'
import { RaidClock } from './raid-clock.tsx'

/** What a newcomer asks first: how do I get in, when are raids, what must I not do? */
export function AtAGlance() {
  const view = useServerStatus()
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-12 sm:px-6 lg:grid-cols-3">
      <Glance title={m.home_join_title()}>
        <p className="mb-4 text-muted">{m.home_join_text({ name: gameServer.name })}</p>
        <AddressLine view={view} />
        <More href={paths.join()}>{m.home_join_link()}</More>
      </Glance>
      <Glance title={m.home_raid_title()}>
        <RaidClock />
        <More href={paths.rulesRaiding()}>{m.home_raid_link()}</More>
      </Glance>
      <Glance title={m.home_rules_title()}>
        <ul className="list-[square] space-y-2 pl-5 text-muted marker:text-amber">
          <li>{m.home_rules_explosives()}</li>
          <li>{m.home_rules_group({ count: houseRules.largestGroup })}</li>
          <li>{m.home_rules_building({ count: houseRules.minutesWithoutBuilding })}</li>
        </ul>
        <More href={paths.rules()}>{m.home_rules_link()}</More>
      </Glance>
    </div>
  )
}

interface GlanceProps {
  readonly title: string
  readonly children: ReactNode
}

function Glance({ title, children }: GlanceProps) {
  return (
    <section className="cut cut-size-20 flex flex-col p-5 sm:p-7">
      <h2 className="mb-5 pr-4 text-xl">{title}</h2>
      {children}
    </section>
  )
}

function More({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link
      href={href}
      className="mt-auto inline-flex min-h-11 items-end pt-4 text-crystal underline underline-offset-4"
    >
      {children}
    </Link>
  )
}
