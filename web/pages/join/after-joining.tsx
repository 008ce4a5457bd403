import { Link } from '#web/components/link.tsx'
import { StartPicture } from '#web/art/start-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { Panel } from '#web/ui/panel.tsx'

const linkClass = 'inline-flex min-h-11 items-center text-crystal underline underline-offset-4'

/** Where to read on once the way in is known. */
export function AfterJoining() {
  return (
    <aside className="grid content-start gap-8">
      <div className="cut cut-size-20 p-px max-lg:hidden">
        <StartPicture name="server" isLow />
      </div>
      <Panel title={m.join_after_title()}>
        <p className="mb-3 text-muted">{m.join_after_text()}</p>
        <ul>
          <li>
            <Link href={paths.guideBaseBuilding()} className={linkClass}>
              {m.join_after_base()}
            </Link>
          </li>
          <li>
            <Link href={paths.guides()} className={linkClass}>
              {m.join_after_guides()}
            </Link>
          </li>
          <li>
            <Link href={paths.meetTheTeam()} className={linkClass}>
              {m.join_after_staff()}
            </Link>
          </li>
        </ul>
      </Panel>
    </aside>
  )
}
