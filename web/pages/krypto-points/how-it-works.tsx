import { Link } from '../../components/link.tsx'
import { m } from '../../i18n/paraglide/messages.js'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

/** From the pack to the skin, in four steps. */
export function HowItWorks() {
  const steps = [
    m.packs_how_choose(),
    m.packs_how_pay(),
    m.packs_how_receive(),
    m.packs_how_spend(),
  ]
  return (
    <Panel title={m.packs_how_title()} className="flex flex-col">
      <ol className="flex-1 space-y-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="w-4 shrink-0 font-display text-xl leading-tight font-bold text-crystal"
            >
              {index + 1}
            </span>
            <span className="text-muted">{step}</span>
          </li>
        ))}
      </ol>
      <div className="mt-7 flex flex-wrap gap-3">
        <Link href={paths.shop()} className={buttonClass({ tone: 'primary' })}>
          {m.packs_to_shop()}
        </Link>
        <Link href={paths.wallet()} className={buttonClass({ tone: 'secondary' })}>
          {m.packs_to_wallet()}
        </Link>
      </div>
    </Panel>
  )
}
