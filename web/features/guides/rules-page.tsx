import building from '#web/art/tiles/rules/building.svg?raw'
import compensation from '#web/art/tiles/rules/compensation.svg?raw'
import general from '#web/art/tiles/rules/general.svg?raw'
import raiding from '#web/art/tiles/rules/raiding.svg?raw'
import { queryClient } from '#web/app/query-client.ts'
import { DocumentsPage } from './document-tiles.tsx'
import { documentListQuery } from './documents.ts'
import { m } from '#web/i18n/paraglide/messages.js'

export const firstView = () => [documentListQuery('rules')]

export const preload = () => queryClient.ensureQueryData(documentListQuery('rules'))

export default function RulesPage() {
  return (
    <DocumentsPage
      kind="rules"
      heading={{
        eyebrow: m.documents_rules_eyebrow(),
        title: m.section_rules(),
        lead: m.documents_rules_lead(),
      }}
      pictures={{ general, building, raiding, compensation }}
      otherPicture={general}
      className="lg:grid-cols-4"
    />
  )
}
