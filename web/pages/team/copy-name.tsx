import { useEffect, useState } from 'react'
import { Icon } from '../../art/icon.tsx'
import { m } from '../../i18n/paraglide/messages.js'
import { toast } from '../../toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from './marks.tsx'

const confirmedMs = 2000

/** The Discord name to write to, and a button that copies it. */
export function CopyName({ name }: { readonly name: string }) {
  const [copies, setCopies] = useState(0)

  useEffect(() => {
    if (copies === 0) return undefined
    const timer = setTimeout(() => setCopies(0), confirmedMs)
    return () => clearTimeout(timer)
  }, [copies])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(name)
      setCopies((count) => count + 1)
      toast({ title: m.team_list_copied(), tone: 'success' })
    } catch {
      toast({ title: m.team_list_copy_failed(), description: name, tone: 'destructive' })
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-3 overflow-clip border border-line bg-ground p-3 pl-4">
      <span className="min-w-[min(100%,8rem)] flex-1">
        <span className="block text-xs text-muted">{m.team_list_discord_name()}</span>
        <bdi className="font-display text-lg font-semibold break-all select-all">{name}</bdi>
      </span>
      <Button
        onClick={() => void copy()}
        icon={copies > 0 ? <Icon name="check" className="size-5" /> : <Mark name="copy" />}
      >
        {m.team_list_copy()}
      </Button>
    </div>
  )
}
