import { useState } from 'react'
import { lockAdmin, useAdminAccess } from '#web/admin/admin-session.ts'
import { failureText } from '#web/admin/admin-texts.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark } from './marks.tsx'

/** Ends the admin session. That of a Discord account ends with its sign-out, in the bar above. */
export function LockButton() {
  const access = useAdminAccess()
  const [isPending, setIsPending] = useState(false)

  async function lock() {
    setIsPending(true)
    try {
      await lockAdmin()
    } catch (failure) {
      toast({
        title: m.admin_lock_failed(),
        description: failureText(failure),
        tone: 'destructive',
      })
    }
    setIsPending(false)
  }

  if (access.status === 'open' && access.by === 'discord') {
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <DiscordMark />
        {m.admin_by_discord()}
      </p>
    )
  }
  return (
    <Button
      tone="secondary"
      icon={<Mark name="lock" />}
      pending={isPending}
      onClick={() => void lock()}
    >
      {m.admin_lock()}
    </Button>
  )
}
