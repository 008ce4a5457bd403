import building from '#web/art/tiles/rules/building.svg?raw'
import compensation from '#web/art/tiles/rules/compensation.svg?raw'
import general from '#web/art/tiles/rules/general.svg?raw'
import raiding from '#web/art/tiles/rules/raiding.svg?raw'
import { DocumentsPage } from './document-tiles.tsx'
import { m } from '#web/i18n/paraglide/messages.js'

/** All rules, and the search. */
export default function RulesPage() {
  return (
    <DocumentsPage
      section="rules"
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
