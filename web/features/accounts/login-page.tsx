import { useEffect } from 'react'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Picture } from '#web/art/drawing.tsx'
import { Icon } from '#web/art/icon.tsx'
import loginGate from '#web/art/login-gate.svg?raw'
import { DiscordLink } from '#web/app/links.tsx'
import { useNavigate, useQueryParameter } from '#web/app/navigation.ts'
import { takeSignInPage, toastSignInFailure, useSession, useSignIn } from '#web/app/session.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/layout.tsx'

export default function LoginPage() {
  const { user } = useSession()
  const { pending, start } = useSignIn()
  const error = useQueryParameter('error')

  const navigate = useNavigate()
  const isSignedIn = user !== null

  useEffect(() => {
    if (isSignedIn) navigate(takeSignInPage(), { replace: true })
  }, [isSignedIn, navigate])

  useEffect(() => {
    if (error !== null) toastSignInFailure()
  }, [error])

  return (
    <div className="page grid min-h-svh flex-1 content-start gap-8 lg:grid-cols-2 lg:gap-14">
      <Picture svg={loginGate} className="mx-auto max-w-64 lg:order-2 lg:max-w-none" />
      <div>
        <p className="eyebrow mb-3">{m.login_eyebrow()}</p>
        <h1 className="text-4xl sm:text-5xl">{m.login_title()}</h1>
        <p className="mt-4 mb-8 text-lg text-muted">{m.login_lead()}</p>
        <Panel>
          <Button
            size="large"
            pending={pending}
            pendingLabel={m.login_pending()}
            onClick={start}
            icon={<DiscordMark />}
            className="w-full max-sm:px-4"
          >
            {m.login_button()}
          </Button>
          <ul className="mt-6 grid gap-3 text-sm text-muted">
            <Benefit icon="wallet">{m.login_benefits()}</Benefit>
            <Benefit icon="shield">{m.login_privacy()}</Benefit>
            <Benefit icon="cart">{m.login_optional()}</Benefit>
          </ul>
        </Panel>
        {/* Below the form, because it appears later and must not move it. */}
        {error !== null && <SignInFailure error={error} />}
      </div>
    </div>
  )
}

interface BenefitProps {
  readonly icon: 'wallet' | 'shield' | 'cart'
  readonly children: string
}

function Benefit({ icon, children }: BenefitProps) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} className="size-5 text-crystal" />
      <span>{children}</span>
    </li>
  )
}

function SignInFailure({ error }: { readonly error: string }) {
  const cancelled = error === 'access_denied'
  const text = error === 'not_set_up' ? m.login_not_set_up : m.login_failed_help
  return (
    <Notice
      tone={cancelled ? 'warning' : 'error'}
      title={m.session_failed_title()}
      className="mt-6"
      {...(!cancelled && { action: <DiscordLink>{m.error_contact()}</DiscordLink> })}
    >
      {cancelled ? m.login_cancelled() : text()}
    </Notice>
  )
}
