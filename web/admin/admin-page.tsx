import { Activity, useEffect, useId } from 'react'
import { LoadFailure } from '#web/admin-kit/section-parts.tsx'
import { checkAdminAccess, useAdminAccess } from '#web/admin-kit/session.ts'
import { UnlockForm } from '#web/admin-kit/unlock-dialog.tsx'
import { useLoadedPart } from '#web/app/page-loader.ts'
import { useSession } from '#web/app/session.ts'
import { Picture } from '#web/art/drawing.tsx'
import loginGate from '#web/art/login-gate.svg?raw'
import { DiscordSignIn } from '#web/features/accounts/discord-sign-in.tsx'
import { withShopTexts } from '#web/features/products/shop-texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Spinner } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useFocusedHeading } from './focused-heading.ts'

/** Apart from the page, so that the program that renders pages never loads it. */
const loadWorkspace = withShopTexts(() => import('./workspace.tsx'))

export default function AdminPage() {
  const access = useAdminAccess()
  const isSignedIn = useSession().status === 'player'
  const workspace = useLoadedPart(loadWorkspace, true)

  useEffect(() => {
    void checkAdminAccess(isSignedIn)
  }, [isSignedIn])

  const isLoading = access.status === 'checking' || (access.status === 'open' && !workspace)
  if (isLoading || access.status === 'unreachable') {
    return (
      // As tall as what follows: the footer stays where it is.
      <div className="page min-h-dvh">
        <h1 className="mb-8 text-2xl min-[25rem]:text-3xl sm:text-4xl">{m.admin_shop_title()}</h1>
        {isLoading ? (
          <p className="flex items-center gap-3 text-muted">
            <Spinner className="size-6 text-crystal" />
            {m.admin_checking()}
          </p>
        ) : (
          <LoadFailure
            title={m.admin_unreachable_title()}
            text={m.admin_failure({ code: 'timeout' })}
            onRetry={() => void checkAdminAccess(isSignedIn)}
          />
        )}
      </div>
    )
  }
  const isLocked = access.status === 'locked'
  return (
    <>
      {isLocked && <LockedScreen hasEnded={access.hasEnded} isSignedIn={isSignedIn} />}
      {/* A session that ended must not lose what was being typed, and its dialogs must close. */}
      {(!isLocked || access.hasEnded) && (
        <Activity mode={isLocked ? 'hidden' : 'visible'}>
          {workspace && <workspace.Workspace />}
        </Activity>
      )}
    </>
  )
}

interface LockedScreenProps {
  /** Whether a session has just ended here. */
  readonly hasEnded: boolean
  readonly isSignedIn: boolean
}

/** Shown to visitors who are not admins, with the form to unlock the area. */
function LockedScreen({ hasEnded, isSignedIn }: LockedScreenProps) {
  const heading = useFocusedHeading()
  return (
    <div className="page grid flex-1 items-center gap-8 lg:grid-cols-2 lg:gap-14">
      <Picture svg={loginGate} className="mx-auto max-w-44 lg:order-2 lg:max-w-none" />
      <div>
        <p className="eyebrow mb-3">{m.section_admin()}</p>
        <h1 ref={heading} tabIndex={-1} className="text-4xl sm:text-5xl">
          {m.admin_forbidden_title()}
        </h1>
        <p className="mt-4 text-lg text-muted">{m.admin_forbidden_text()}</p>
        <p className="mt-2 mb-8 text-muted">{m.admin_forbidden_code()}</p>
        {hasEnded && (
          <Notice tone="warning" title={m.admin_session_ended_title()} className="mb-6">
            {m.admin_session_ended_text()}
          </Notice>
        )}
        {!isSignedIn && <DiscordSignIn tone="secondary" className="mb-6" />}
        <UnlockDialog />
      </div>
    </div>
  )
}

/** Open from the start and part of the page, so that it does not trap visitors who came by mistake. */
function UnlockDialog() {
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
