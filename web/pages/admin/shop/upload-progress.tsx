import { useId } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'

/** How much of the picture is on its way, for slow lines; `share` from 0 to 1. */
export function UploadProgress({ share }: { readonly share: number }) {
  const id = useId()
  const percent = Math.round(share * 100)
  return (
    <div className="mt-6">
      <label htmlFor={id} className="mb-2 block text-sm text-muted">
        {share < 1 ? m.admin_shop_uploading({ percent: String(percent) }) : m.admin_shop_checking()}
      </label>
      <progress
        id={id}
        max={100}
        value={percent}
        className="h-2 w-full appearance-none bg-raised [&::-moz-progress-bar]:bg-crystal [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-crystal"
      />
    </div>
  )
}
