import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { NumberedSteps } from '#web/ui/numbered-steps.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** How buying works, what Kr are good for, and where skins are made to measure. */
export function ShopNotes() {
  const steps = [m.shop_how_kr(), m.shop_how_hold(), m.shop_how_ticket()]
  return (
    <div className="mt-10 grid gap-5 sm:mt-14 md:grid-cols-2 lg:grid-cols-3">
      <Panel title={m.shop_how_title()}>
        <NumberedSteps steps={steps} />
      </Panel>
      <Panel title={m.shop_cosmetic_title()}>
        <p className="text-muted">{m.shop_cosmetic_text()}</p>
      </Panel>
      <Panel title={m.shop_reskin_title()} className="md:col-span-2 lg:col-span-1">
        <p className="text-muted">{m.shop_reskin_text()}</p>
        <Link
          href={paths.reskin()}
          className="mt-3 inline-flex min-h-11 items-center gap-2 text-crystal underline underline-offset-4"
        >
          {m.shop_reskin_link()}
          <Icon name="back" className="size-5 rotate-180" />
        </Link>
      </Panel>
    </div>
  )
}
