import { useId, useRef, useState } from 'react'
import type { ListingFilter } from '#domain/team-listings.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { setFilters } from './filter-texts.ts'
import { FiltersMenu } from './filters-menu.tsx'
import { Mark } from './marks.tsx'
import { SearchBox } from './search-box.tsx'

interface ListToolbarProps {
  readonly filter: ListingFilter
  readonly onChange: (filter: ListingFilter) => void
}

/** The search, the filters, and which of them are set. */
export function ListToolbar({ filter, onChange }: ListToolbarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const menuId = useId()
  const menuButton = useRef<HTMLButtonElement>(null)
  const set = setFilters(filter)

  function takeAway(without: ListingFilter) {
    onChange(without)
    // The button that had the focus is gone with its filter.
    menuButton.current?.focus()
  }

  return (
    <search className="block">
      <div className="flex flex-wrap items-end gap-3">
        <SearchBox search={filter.search} onSearch={(search) => onChange({ ...filter, search })} />
        <Button
          ref={menuButton}
          tone="secondary"
          className="min-h-12 max-sm:w-full"
          aria-expanded={isOpen}
          aria-controls={menuId}
          onClick={() => setIsOpen(!isOpen)}
          icon={<Mark name="filters" />}
        >
          {m.team_list_filters()}
          {set.length > 0 && (
            <span className="bg-crystal px-1.5 text-sm text-crystal-ink">{set.length}</span>
          )}
          <Icon
            name="chevron-down"
            className={`size-4 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
          />
        </Button>
      </div>
      <div id={menuId} hidden={!isOpen} className="mt-4">
        {isOpen && <FiltersMenu filter={filter} onChange={onChange} />}
      </div>
      {set.length > 0 && (
        <ul aria-label={m.team_list_set_filters()} className="mt-4 flex flex-wrap gap-2">
          {set.map(({ name, text, without }) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => takeAway(without)}
                className="inline-flex min-h-11 items-center gap-2 border border-crystal bg-crystal-deep px-3 text-sm text-crystal hover:text-crystal-bright"
              >
                <span className="sr-only">{m.team_list_take_away()} </span>
                <span className="first-letter:uppercase">{text}</span>
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
