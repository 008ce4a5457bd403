import building from '#web/art/tiles/rules/building.svg?raw'
import compensation from '#web/art/tiles/rules/compensation.svg?raw'
import general from '#web/art/tiles/rules/general.svg?raw'
import raiding from '#web/art/tiles/rules/raiding.svg?raw'
import { SavedVersionNotice } from './saved-version-notice.tsx'
import { DocumentTiles } from './document-tiles.tsx'
import { documentsOf } from './documents.ts'
import { SearchBox } from './search-box.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { PageHeading } from '#web/ui/layout.tsx'

/** All rules, and the search. */
export default function RulesPage() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <SavedVersionNotice />
      <PageHeading
        eyebrow={m.documents_rules_eyebrow()}
        title={m.section_rules()}
        lead={m.documents_rules_lead()}
      />
      <SearchBox />
      <DocumentTiles
        documents={documentsOf('rules')}
        pictures={{ general, building, raiding, compensation }}
        className="lg:grid-cols-4"
      />
    </div>
  )
}
