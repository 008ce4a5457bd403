import { useState } from 'react'
import { demoDataView } from '#contract/staff.ts'
import { requestJson } from '#web/app/api-client.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { queryClient } from '#web/app/query-client.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'

import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { lockIfForbidden } from './admin-session.ts'
import { failureText } from './admin-texts.ts'
import { formatMoment } from './admin-values.tsx'
import { useAdminQuery } from './use-admin-data.ts'

const path = '/api/admin/demo-data'

/** Says that the shop is filled with demo data, as long as it is, and removes it. */
export function DemoDataNotice() {
  const { value } = useAdminQuery(path, demoDataView)
  const [isAsking, setIsAsking] = useState(false)
  if (!value?.filledAt) return null
  return (
    <>
      <Notice
        tone="warning"
        title={m.admin_demo_title()}
        className="mb-6"
        action={
          <Button tone="secondary" onClick={() => setIsAsking(true)}>
            {m.admin_demo_remove()}
          </Button>
        }
      >
        {m.admin_demo_text({ time: formatMoment(value.filledAt) })}
      </Notice>
      {isAsking && <RemoveDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({
    send: async () => {
      await lockIfForbidden(requestJson(path, { method: 'DELETE' }))
      toast({ title: m.admin_demo_removed(), tone: 'success' })
      onClose()
      // Everything on every page may have been a part of it.
      await queryClient.invalidateQueries()
    },
    explain: (problem) => {
      toastFailure(m.admin_demo_failed(), failureText(problem))
      return failureText(problem)
    },
  })
  return (
    <FormDialog
      form={form}
      title={m.admin_demo_question()}
      failureTitle={m.admin_demo_failed()}
      submit={m.admin_demo_remove()}
      pending={m.admin_demo_removing()}
      cancel={m.admin_cancel()}
      onClose={onClose}
    >
      <p className="text-muted">{m.admin_demo_question_text()}</p>
    </FormDialog>
  )
}
