import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { NumberedSteps } from '#web/ui/numbered-steps.tsx'
import { Panel } from '#web/ui/panel.tsx'

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
      <NumberedSteps steps={steps} />
      <div className="mt-auto flex flex-wrap pt-7 gap-3">
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
