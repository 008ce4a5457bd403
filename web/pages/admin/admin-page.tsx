import { useEffect } from 'react'
import { checkAdminAccess, useAdminAccess } from '#web/admin/admin-session.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LockedScreen } from './locked-screen.tsx'
import { Workspace } from './workspace.tsx'

/** The owner's side of the shop, for whom the server knows as an admin. */
export default function AdminPage() {
  const access = useAdminAccess()
  const isSignedIn = useSession().status === 'player'

  useEffect(() => {
    void checkAdminAccess(isSignedIn)
  }, [isSignedIn])

  if (access.status === 'checking' || access.status === 'unreachable') {
    return (
      <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
        <h1 className="mb-8 text-2xl min-[25rem]:text-3xl sm:text-4xl">{m.admin_shop_title()}</h1>
        {access.status === 'checking' ? (
          <p className="flex items-center gap-3 text-muted">
            <Spinner className="size-6 text-crystal" />
            {m.admin_checking()}
          </p>
        ) : (
          <Unreachable onRetry={() => void checkAdminAccess(isSignedIn)} />
        )}
      </div>
    )
  }
  const isLocked = access.status === 'locked'
  return (
    <>
      {isLocked && <LockedScreen hasEnded={access.hasEnded} />}
      {/* A session that ended takes nothing away of what was being typed. */}
      {(!isLocked || access.hasEnded) && (
        <div hidden={isLocked}>
          <Workspace />
        </div>
      )}
    </>
  )
}

function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Notice
      live
      tone="error"
      title={m.admin_unreachable_title()}
      className="max-w-2xl"
      action={
        <Button tone="secondary" onClick={onRetry}>
          {m.admin_retry()}
        </Button>
      }
    >
      {m.admin_failure_unreachable()}
    </Notice>
  )
}
