import { site } from '#web/app/site.ts'
import baseBuilding from '#web/art/guides/flag-claim.svg?raw'
import armour from '#web/art/tiles/guides/armour.svg?raw'
import keycards from '#web/art/tiles/guides/keycards.svg?raw'
import kryptonique from '#web/art/tiles/guides/kryptonique.svg?raw'
import kryptopoints from '#web/art/tiles/guides/kryptopoints.svg?raw'
import raidAlerts from '#web/art/tiles/guides/raid-alerts.svg?raw'
import raiding from '#web/art/tiles/guides/raiding.svg?raw'
import { queryClient } from '#web/app/query-client.ts'
import { DocumentsPage } from './document-tiles.tsx'
import { documentListQuery } from './documents.ts'
import { m } from '#web/i18n/paraglide/messages.js'

const pictures = {
  'base-building': baseBuilding,
  kryptonique,
  armour,
  keycards,
  raiding,
  'raid-alerts': raidAlerts,
  kryptopoints,
}

export const firstView = () => [documentListQuery('guides')]

export const preload = () => queryClient.ensureQueryData(documentListQuery('guides'))

export default function GuidesPage() {
  return (
    <DocumentsPage
      kind="guides"
      heading={{
        eyebrow: m.documents_guides_eyebrow(),
        title: m.section_guides(),
        lead: m.documents_guides_lead(site().community),
      }}
      pictures={pictures}
      otherPicture={baseBuilding}
      className="lg:grid-cols-12 lg:*:col-span-3 lg:[&>:nth-child(-n+3)]:col-span-4"
    />
  )
}
