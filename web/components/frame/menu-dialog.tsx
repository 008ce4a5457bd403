import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { AccountControl } from './account-control.tsx'
import { BalanceBadge } from './balance-badge.tsx'
import { LanguageList } from './language-picker.tsx'
import { currentMark, navigationItems } from './navigation-items.ts'

/** The whole navigation for narrow screens, in a modal dialog: the browser keeps the focus in it. */
export function MenuDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [path] = useLocation()
  const close = (): void => dialog.current?.close()

  useEffect(close, [path])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={m.nav_menu()}
        onClick={() => dialog.current?.showModal()}
        className="nav-icon xl:hidden"
      >
        <Icon name="menu" />
      </button>
      {/* The press outside is an extra for pointers; the keyboard has Escape. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <dialog
        ref={dialog}
        aria-label={m.nav_menu()}
        onClick={(event) => event.target === dialog.current && close()}
        className="nav-menu"
      >
        <div className="flex min-h-full flex-col gap-6 p-4">
          <div className="flex items-center justify-between pl-2.25">
            <BalanceBadge />
            <button
              type="button"
              aria-label={m.nav_close_menu()}
              onClick={close}
              className="nav-icon"
            >
              <Icon name="close" />
            </button>
          </div>
          <ul>
            {navigationItems.map(({ href, label, icon }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={currentMark(href, path)}
                  onClick={close}
                  className="nav-choice text-lg"
                >
                  <Icon name={icon} />
                  {label()}
                </Link>
              </li>
            ))}
            <li>
              <DiscordLink className="nav-choice text-lg">
                <DiscordMark />
                {m.nav_discord()}
              </DiscordLink>
            </li>
          </ul>
          <LanguageList />
          <AccountControl />
        </div>
      </dialog>
    </>
  )
}
