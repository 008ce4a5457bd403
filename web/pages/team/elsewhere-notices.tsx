import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ElsewhereChange } from './use-elsewhere-change.ts'

/** That the listing of an open form was edited elsewhere, and what its writer can do about it. */
export function ChangedElsewhere({ elsewhere }: { readonly elsewhere: ElsewhereChange }) {
  if (elsewhere.state === 'none') return null
  if (elsewhere.state === 'followed') {
    return <Notice live>{m.team_form_changed_elsewhere_followed()}</Notice>
  }
  return (
    <Notice
      live
      tone="warning"
      title={m.team_form_changed_elsewhere_title()}
      action={
        <div className="flex flex-wrap gap-3">
          <Button tone="secondary" onClick={elsewhere.takeOver}>
            {m.team_form_take_over()}
          </Button>
          <Button tone="quiet" onClick={elsewhere.keepTyped}>
            {m.team_form_keep_typed()}
          </Button>
        </div>
      }
    >
      {m.team_form_changed_elsewhere()}
    </Notice>
  )
}

/** That the listing of an open form is gone; what was typed can become another one. */
export function DeletedElsewhere() {
  return (
    <Notice live tone="warning" title={m.team_form_deleted_elsewhere_title()}>
      {m.team_form_deleted_elsewhere()}
    </Notice>
  )
}
