import { readSiteFilters, siteAddress } from '#web/admin-kit/address.ts'
import { ViewNavigation } from '#web/admin-kit/section-parts.tsx'
import { useMayDo } from '#web/admin-kit/session.ts'
import { useAddressFilters } from '#web/app/navigation.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { DiscordView } from './admin-discord.tsx'
import { DocumentsView } from './admin-documents.tsx'
import { GoalView } from './admin-goal.tsx'
import { MonetisationView } from './admin-monetisation.tsx'
import { NoticesView } from './admin-notices.tsx'

export function SiteSection() {
  const [filters, change] = useAddressFilters(readSiteFilters, siteAddress)
  const mayEditTexts = useMayDo('site.edit')
  const { list } = filters
  return (
    <section>
      <h2 className="sr-only">{m.admin_site()}</h2>
      {mayEditTexts && (
        <ViewNavigation
          label={m.admin_site_views()}
          current={list}
          views={[
            { id: 'notices', label: m.admin_notices() },
            { id: 'goal', label: m.admin_goal() },
            { id: 'documents', label: m.admin_documents() },
            { id: 'monetisation', label: m.admin_monetisation() },
            { id: 'discord', label: m.admin_discord_title() },
          ]}
          addressOf={(id) => siteAddress({ list: id })}
        />
      )}
      {list === 'goal' && mayEditTexts ? (
        <GoalView />
      ) : list === 'discord' && mayEditTexts ? (
        <DiscordView />
      ) : list === 'documents' && mayEditTexts ? (
        <DocumentsView filters={filters} onChange={change} />
      ) : list === 'monetisation' && mayEditTexts ? (
        <MonetisationView />
      ) : (
        <NoticesView open={filters.notice} onOpen={(notice) => change({ ...filters, notice })} />
      )}
    </section>
  )
}
