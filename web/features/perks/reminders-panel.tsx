import { useMutation } from '@tanstack/react-query'
import { call } from '#web/app/api-client.ts'
import { queryKeys, setNewestData, useServerData } from '#web/app/query-client.ts'
import { endTopic, toastFailure } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { remindersQuery } from './perks-api.ts'

export function RemindersPanel() {
  return (
    <Panel title={m.reminders_title()}>
      <p className="text-muted">{m.reminders_text()}</p>
      <DirectReminders />
    </Panel>
  )
}

function DirectReminders() {
  const direct = useServerData(remindersQuery).data?.direct ?? null
  const { isPending, variables, mutate } = useMutation({
    // Each waits for the one before, so that the last choice wins.
    scope: { id: 'perk-reminders' },
    mutationFn: (isDirect: boolean) =>
      call(
        import('#contract/perks.ts').then(({ chooseReminders }) => chooseReminders),
        { body: { direct: isDirect } },
      ),
    onSuccess: (answer) => setNewestData(queryKeys.perkReminders, answer),
    onMutate: () => endTopic('reminders'),
    onError: () => toastFailure(m.failed_title(), m.choice_not_stored(), 'reminders'),
  })
  if (direct === null) return null
  return (
    <div className="mt-4 grid gap-4">
      <Switch
        label={m.reminders_direct()}
        checked={isPending ? variables : direct.chosen}
        onChange={mutate}
      />
      {direct.refused && (
        <Notice tone="warning" title={m.reminders_refused_title()}>
          {m.reminders_refused_text()}
        </Notice>
      )}
    </div>
  )
}
