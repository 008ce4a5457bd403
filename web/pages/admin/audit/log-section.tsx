import { useCallback } from 'react'
import { logAddress, readSearch } from '../../../admin/admin-address.ts'
import { krApi } from '../../../admin/kr-api.ts'
import { useAddressFilters } from '../../../components/use-address-filters.ts'
import { usePagedList } from '../../../admin/use-paged-list.ts'
import { m } from '../../../i18n/paraglide/messages.js'
import { PagedItems } from '../paged-items.tsx'
import { SearchField } from '../search-field.tsx'
import { SectionHeader } from '../section-header.tsx'
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
