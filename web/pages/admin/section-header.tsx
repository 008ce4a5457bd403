import { m } from '../../i18n/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Mark } from './marks.tsx'

interface SectionHeaderProps {
  readonly title: string
  readonly lead: string
  readonly isLoading: boolean
  readonly onReload: () => void
}

/** What a section is about, and the way to ask the server again. */
export function SectionHeader({ title, lead, isLoading, onReload }: SectionHeaderProps) {
  return (
    <header className="mb-6">
      <div className="flex items-center justify-between gap-x-6">
        <h2 className="text-2xl">{title}</h2>
        <Button
          tone="quiet"
          icon={<Mark name="refresh" />}
          pending={isLoading}
          onClick={onReload}
          className="-mr-3 shrink-0 sm:-mr-5"
        >
          <span className="sr-only sm:not-sr-only">{m.admin_reload()}</span>
        </Button>
      </div>
      <p className="mt-1 max-w-2xl text-muted">{lead}</p>
    </header>
  )
}
