import { useCallback } from 'react'
import { logAddress, readSearch } from '#web/admin/admin-address.ts'
import { krApi } from '#web/admin/kr-api.ts'
import { useAddressFilters } from '#web/components/use-address-filters.ts'
import { usePagedList } from '#web/admin/use-paged-list.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { PagedItems } from '#web/pages/admin/paged-items.tsx'
import { SearchField } from '#web/pages/admin/search-field.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'
import { LogEntry } from './log-entry.tsx'

/** Who did what in the admin area. */
export function LogSection() {
  const [search, change] = useAddressFilters(readSearch, logAddress)
  const list = usePagedList(
    useCallback((cursor: string | null) => krApi.fetchAudit(search, cursor), [search]),
  )
  return (
    <section>
      <SectionHeader
        title={m.admin_kr_log()}
        lead={m.admin_kr_log_lead()}
        isLoading={list.isLoading}
        onReload={list.reload}
      />
      <search className="mb-5 block max-w-2xl">
        <SearchField hint={m.admin_kr_log_search()} search={search} onSearch={change} />
      </search>
      <PagedItems
        list={list}
        label={m.admin_kr_log()}
        none={m.admin_kr_log_none()}
        isFiltered={search !== ''}
        onClearFilters={() => change('')}
      >
        {(entry) => <LogEntry entry={entry} />}
      </PagedItems>
    </section>
  )
}
