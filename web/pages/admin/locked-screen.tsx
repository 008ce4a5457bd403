import { LoginGatePicture } from '#web/art/login-gate-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'
import { UnlockDialog } from './unlock-dialog.tsx'
import { useFocusedHeading } from './use-focused-heading.ts'

interface LockedScreenProps {
  /** It was open here a moment ago. */
  readonly hasEnded: boolean
}

/** What everybody sees who is no admin, and the way in for who is. */
export function LockedScreen({ hasEnded }: LockedScreenProps) {
  const heading = useFocusedHeading(true)
  return (
    <div className="mx-auto grid w-full max-w-6xl flex-1 items-center gap-8 px-4 py-10 sm:px-6 lg:grid-cols-2 lg:gap-14 lg:py-16">
      <LoginGatePicture className="mx-auto max-w-44 lg:order-2 lg:max-w-none" />
      <div>
        <p className="eyebrow mb-3">{m.section_admin()}</p>
        <h1 ref={heading} tabIndex={-1} className="text-4xl sm:text-5xl">
          {m.admin_forbidden_title()}
        </h1>
        <p className="mt-4 mb-8 text-lg text-muted">{m.admin_forbidden_text()}</p>
        {hasEnded && (
          <Notice tone="warning" title={m.admin_session_ended_title()} className="mb-6">
            {m.admin_session_ended_text()}
          </Notice>
        )}
        <UnlockDialog />
      </div>
    </div>
  )
}
