import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { useOnline } from '#web/components/use-online.ts'

/** Says that the network is gone, as long as it is. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <output className="block">
      {!online && (
        <span className="flex items-start justify-center gap-3 bg-amber-deep px-4 py-3 text-amber">
          <Icon name="warning" className="mt-0.5 size-5" />
          {m.offline_text()}
        </span>
      )}
    </output>
  )
}
