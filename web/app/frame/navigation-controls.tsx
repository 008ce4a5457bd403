import { useEffect, useId, useRef } from 'react'
import { languages } from '#contract/language.ts'
import { chooseLanguage } from '#web/app/language-choice.ts'
import { Link } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { signOutWithToast, useSession, useSignIn } from '#web/app/session.ts'
import { Emblem } from '#web/art/emblem.tsx'
import { Icon } from '#web/art/icon.tsx'
import { useCartCount, useJustAdded } from '#web/features/cart/cart-count.ts'
import { useBalanceChange } from '#web/features/kryptonite/balance.ts'
import { formatKr, ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { Button } from '#web/ui/button.tsx'
import { Avatar } from './avatar.tsx'

/** The player's Kr, live. Without a known Steam ID it shows 0. */
export function BalanceBadge() {
  const { balance, change } = useBalanceChange()
  const text = balance.kr === null ? '…\u00A0Kr' : formatKr(balance.kr)
  return (
    <Link
      href={paths.guideKryptoPoints()}
      aria-label={m.nav_balance({ balance: text })}
      className="flex min-h-11 items-center gap-1.5 px-2 kr whitespace-nowrap text-crystal hover:text-crystal-bright"
    >
      <Icon name="crystal" className="size-5" />
      {/* A new element for each amount, so that each change is animated. */}
      <span key={balance.kr} data-change={change} className="balance">
        {text}
      </span>
    </Link>
  )
}

/** Announces a change of the balance to screen readers. */
export function BalanceAnnouncement() {
  const { balance, change } = useBalanceChange()
  return (
    <p aria-live="polite" className="sr-only">
      {change !== null && m.packs_balance_now({ balance: formatKr(balance.kr ?? 0) })}
    </p>
  )
}

/** A link to the cart with the number of items in it; a crystal rises when an item is added. */
export function CartLink() {
  const knownCount = useCartCount()
  const risen = useJustAdded(knownCount)
  const count = knownCount ?? 0
  return (
    <Link
      href={paths.cart()}
      aria-label={count > 0 ? m.nav_cart_count({ count }) : m.nav_cart()}
      className="nav-icon relative"
    >
      <Icon name="cart" />
      {count > 0 && (
        <span className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center bg-crystal px-1 font-display text-xs font-bold text-crystal-ink">
          {count}
        </span>
      )}
      {risen && (
        <span className="cart-crystal" aria-hidden="true">
          <Emblem className="size-7" />
        </span>
      )}
    </Link>
  )
}

export function AccountControl() {
  const { user } = useSession()
  const { pending, start } = useSignIn()
  const signInButton = useRef<HTMLButtonElement>(null)
  const hasSignedOut = useRef(false)

  useEffect(() => {
    if (user || !hasSignedOut.current) return
    hasSignedOut.current = false
    // The pressed button is gone; the visitor may have moved the focus meanwhile.
    if (document.activeElement === document.body) signInButton.current?.focus()
  }, [user])

  async function handleSignOut() {
    hasSignedOut.current = true
    if (!(await signOutWithToast())) hasSignedOut.current = false
  }

  if (!user) {
    return (
      <Button
        ref={signInButton}
        tone="secondary"
        pending={pending}
        onClick={start}
        icon={<Icon name="log-in" className="size-5" />}
      >
        {m.nav_sign_in()}
      </Button>
    )
  }
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Link
        href={paths.account()}
        className="flex min-h-11 min-w-0 items-center gap-2 hover:text-crystal"
        title={m.nav_signed_in_as({ name: user.name })}
      >
        <Avatar user={user} />
        <span translate="no" className="max-w-36 min-w-0 truncate font-display font-semibold">
          {user.name}
        </span>
      </Link>
      <Button
        tone="quiet"
        onClick={() => void handleSignOut()}
        icon={<Icon name="log-out" className="size-5" />}
      >
        <span className="xl:sr-only">{m.nav_sign_out()}</span>
      </Button>
    </div>
  )
}

export function LanguageList() {
  return (
    <ul aria-label={m.nav_language()} className="grid grid-cols-2 gap-1">
      {languages.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            aria-current={language === getLocale() ? 'true' : undefined}
            onClick={() => chooseLanguage(language)}
            className="nav-choice"
          >
            {ownNames[language]}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A button that opens the list of languages. The browser opens and closes it, even before scripts have loaded. */
export function LanguagePopover() {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="nav-icon gap-1.5 px-2 font-display font-semibold uppercase"
      >
        <Icon name="globe" className="size-5" />
        <span className="sr-only">{m.nav_language()} </span>
        <span translate="no">{getLocale()}</span>
      </button>
      <div id={id} popover="auto" className="nav-popover">
        <LanguageList />
      </div>
    </>
  )
}
