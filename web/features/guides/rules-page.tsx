import { rulesPictures } from '#web/art/guides/rules-pictures.tsx'
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
        pictures={rulesPictures}
        className="lg:grid-cols-4"
      />
    </div>
  )
}
