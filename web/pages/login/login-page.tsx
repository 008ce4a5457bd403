import { useEffect } from 'react'
import { DiscordMark } from '../../art/discord-mark.tsx'
import { LoginGatePicture } from '../../art/login-gate-picture.tsx'
import { DiscordLink } from '../../components/discord-link.tsx'
import { useQueryParameter } from '../../components/use-query-parameter.ts'
import { toastSignInFailure, useSignIn } from '../../components/use-sign-in.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'

export default function LoginPage() {
  const { user } = useSession()
  const { pending, start } = useSignIn()
  const error = useQueryParameter('error')

  useEffect(() => {
    if (error !== null) toastSignInFailure()
  }, [error])

  return (
    <div className="mx-auto grid w-full max-w-6xl flex-1 items-center gap-8 px-4 py-10 sm:px-6 lg:grid-cols-2 lg:gap-14 lg:py-16">
      <LoginGatePicture className="mx-auto max-w-44 lg:order-2 lg:max-w-none" />
      <div>
        <h1 className="text-4xl sm:text-5xl">{m.login_title()}</h1>
        <p className="mt-4 mb-8 text-lg text-muted">{m.login_lead()}</p>
        {error !== null && <SignInFailure cancelled={error === 'access_denied'} />}
        {user && (
          <Notice tone="success" className="mb-6">
            {m.login_already({ name: user.name })}
          </Notice>
        )}
        <Panel>
          <Button
            size="large"
            pending={pending}
            pendingLabel={m.login_pending()}
            onClick={start}
            icon={<DiscordMark />}
            className="w-full"
          >
            {m.login_button()}
          </Button>
          <p className="mt-5 text-sm text-muted">{m.login_privacy()}</p>
          <p className="mt-2 text-sm text-muted">{m.login_optional()}</p>
        </Panel>
      </div>
    </div>
  )
}

function SignInFailure({ cancelled }: { readonly cancelled: boolean }) {
  return (
    <Notice
      tone={cancelled ? 'warning' : 'error'}
      title={m.session_failed_title()}
      className="mb-6"
      {...(!cancelled && { action: <DiscordLink>{m.error_contact()}</DiscordLink> })}
    >
      {cancelled ? m.login_cancelled() : m.login_failed_help()}
    </Notice>
  )
}
