import { useId } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { UnlockForm } from './unlock-form.tsx'

/** Open from the start and part of its page: who came here by mistake just goes on. */
export function UnlockDialog() {
  const titleId = useId()
  return (
    <dialog
      open
      aria-labelledby={titleId}
      className="static m-0 w-full bg-transparent p-0 text-inherit"
    >
      <div className="cut cut-size-20 p-5 cut-line-line-strong sm:p-7">
        <h2 id={titleId} className="mb-5 pr-4 text-xl">
          {m.admin_unlock_title()}
        </h2>
        <UnlockForm />
      </div>
    </dialog>
  )
}
