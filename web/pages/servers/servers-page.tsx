import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { useServerStatus } from '#web/server-status/server-status-store.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PlayerHistoryPanel } from './player-history-panel.tsx'
import { ServerCard } from './server-card.tsx'
import { ServerFacts } from './server-facts.tsx'

/** The game server as it is right now, and how the last day was. */
export default function ServersPage() {
  const view = useServerStatus()
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading
        eyebrow={m.servers_eyebrow()}
        title={m.servers_title()}
        lead={m.servers_lead()}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <ServerCard view={view} />
        <div className="grid gap-8 lg:row-span-2">
          <ServerFacts view={view} />
          <Panel title={m.servers_first_title()}>
            <p className="mb-5 text-muted">{m.servers_first_text()}</p>
            <Link href={paths.join()} className={buttonClass({ tone: 'secondary' })}>
              {m.servers_first_link()}
            </Link>
          </Panel>
        </div>
        <PlayerHistoryPanel />
      </div>
    </div>
  )
}
