import { krAddress, type KrList } from '#web/admin/admin-address.ts'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { KrText } from '#web/ui/kr-text.tsx'

/** The views about Kr. */
export function KrNavigation({ current }: { readonly current: KrList }) {
  const views = [
    { list: 'flows', label: m.admin_kr_flows() },
    { list: 'balances', label: m.admin_kr_balances() },
    { list: 'transactions', label: m.admin_kr_transactions() },
    { list: 'packs', label: m.admin_kr_packs() },
  ] as const
  return (
    <nav aria-label={m.admin_kr_views()} className="mb-8">
      <ul className="flex flex-wrap gap-2">
        {views.map(({ list, label }) => (
          <li key={list}>
            <Link
              href={krAddress({ list, search: '', type: null })}
              aria-current={list === current ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center border px-4 font-display font-semibold transition-colors duration-150',
                list === current
                  ? 'border-crystal bg-crystal-deep text-crystal'
                  : 'border-line-strong text-muted hover:border-crystal hover:text-ink',
              )}
            >
              <KrText>{label}</KrText>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
