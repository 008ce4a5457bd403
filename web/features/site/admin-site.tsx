import { readSiteFilters, siteAddress } from '#web/admin-kit/address.ts'
import { useAddressFilters } from '#web/app/navigation.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { NoticesView } from './admin-notices.tsx'

/** What the community shows on its pages. */
export function SiteSection() {
  const [{ notice }, change] = useAddressFilters(readSiteFilters, siteAddress)
  return (
    <section>
      <h2 className="sr-only">{m.admin_site()}</h2>
      <NoticesView open={notice} onOpen={(next) => change({ notice: next })} />
    </section>
  )
}
