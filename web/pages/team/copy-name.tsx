import { Icon } from '#web/art/icon.tsx'
import { useCopying } from '#web/components/use-copying.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Mark } from './marks.tsx'

/** The Discord name to write to, and a button that copies it. */
export function CopyName({ name }: { readonly name: string }) {
  const { isConfirmed, copy } = useCopying({
    copied: m.team_list_copied,
    failed: m.team_list_copy_failed,
  })

  return (
    <div className="flex flex-wrap items-center gap-3 overflow-clip border border-line bg-ground p-3 pl-4">
      <span className="min-w-[min(100%,8rem)] flex-1">
        <span className="block text-xs text-muted">{m.team_list_discord_name()}</span>
        <bdi className="font-display text-lg font-semibold break-all select-all">{name}</bdi>
      </span>
      <Button
        onClick={() => copy(name)}
        icon={isConfirmed ? <Icon name="check" className="size-5" /> : <Mark name="copy" />}
      >
        {m.team_list_copy()}
      </Button>
    </div>
  )
}
