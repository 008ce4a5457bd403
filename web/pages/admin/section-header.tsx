import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Mark } from './marks.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

interface SectionHeaderProps {
  readonly title: string
  readonly lead: string
  readonly isLoading: boolean
  readonly onReload: () => void
  /** Of its heading; 3 below a section's own. */
  readonly level?: 2 | 3
}

/** What a section is about, and the way to ask the server again. */
export function SectionHeader(props: SectionHeaderProps) {
  const { title, lead, isLoading, onReload, level = 2 } = props
  const Heading = `h${level}` as const
  return (
    <header className="mb-6">
      <div className="flex items-center justify-between gap-x-6">
        <Heading className="text-2xl">
          <KrText>{title}</KrText>
        </Heading>
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
