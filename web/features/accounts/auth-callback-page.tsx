import { useEffect } from 'react'
import { useNavigate } from '#web/app/navigation.ts'
import { loadSession, takeSignInPage, toastUnexpectedError } from '#web/app/session.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#contract/paths.ts'
import { toast } from '#web/app/toasts.ts'
import { Spinner } from '#web/ui/loading.tsx'

/** The page that Discord sends players back to: it checks the sign-in, then moves on. */
export default function AuthCallbackPage() {
  const navigate = useNavigate()

  useEffect(() => {
    loadSession().then(
      ({ user }) => {
        if (!user) return navigate(paths.loginFailed('no_session'), { replace: true })
        navigate(takeSignInPage(), { replace: true })
        toast({
          title: m.session_welcome_title({ name: user.name }),
          description: m.session_welcome_text(),
          tone: 'success',
        })
      },
      () => {
        // The sign-in may have worked, so the toast must not say that it failed.
        navigate(paths.login(), { replace: true })
        toastUnexpectedError()
      },
    )
  }, [navigate])

  return (
    <div className="flex min-h-svh flex-1 flex-col items-center justify-center gap-6 px-4 py-24">
      <Spinner className="size-14 text-crystal" />
      <h1 className="text-2xl">{m.auth_callback_pending()}</h1>
    </div>
  )
}
