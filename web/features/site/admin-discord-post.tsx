import { useState } from 'react'
import { listDiscordPosts, postToDiscord } from '#contract/discord-posts.ts'
import { siteAddress } from '#web/admin-kit/address.ts'
import { ConfirmDialog } from '#web/admin-kit/confirm-dialog.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import { refreshFigures, useAdminAction, useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { Moment } from '#web/admin-kit/values.tsx'
import { ApiProblem } from '#web/app/api-client.ts'
import { TextLink } from '#web/app/links.tsx'
import { toast } from '#web/app/toasts.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

interface PostToDiscordProps {
  /** `news/<slug>` or `notice/<id>`. */
  readonly subject: string
  readonly title: string
  readonly className?: string
}

/** Posts a saved text in the channel of news; asks first where it is posted already. */
export function PostToDiscord({ subject, title, className = '' }: PostToDiscordProps) {
  const { value } = useAdminQuery(listDiscordPosts)
  const { isPending, run } = useAdminAction(m.admin_discord_post_failed)
  const [isAsking, setIsAsking] = useState(false)
  const mayChoose = useMayDo('site.edit')
  if (!value?.hasBot) return null
  if (!value.hasNewsChannel) {
    if (!mayChoose) return null
    return (
      <p className={classNames('text-sm text-muted', className)}>
        <span>{m.admin_discord_post_no_channel()}</span>{' '}
        <TextLink href={siteAddress({ list: 'discord' })}>{m.admin_discord_title()}</TextLink>
      </p>
    )
  }
  const posted = value.posts.find((one) => one.subject === subject)

  async function post(again: boolean): Promise<void> {
    await adminCall(postToDiscord, { body: { subject, again } }).finally(() =>
      refreshFigures(listDiscordPosts),
    )
    toast({ title: m.admin_discord_posted(), description: title, tone: 'success' })
  }

  async function postFirst(): Promise<void> {
    try {
      await post(false)
    } catch (problem) {
      // Somebody else was faster.
      if (!(problem instanceof ApiProblem) || problem.code !== 'posted_already') throw problem
      setIsAsking(true)
    }
  }

  return (
    <div className={classNames('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <Button
        tone="secondary"
        icon={<DiscordMark />}
        pending={isPending}
        pendingLabel={m.admin_discord_posting()}
        onClick={() => (posted ? setIsAsking(true) : run(postFirst))}
      >
        {posted ? m.admin_discord_post_again() : m.admin_discord_post()}
      </Button>
      {posted && (
        <p className="text-sm text-muted">
          <span>{m.admin_discord_posted()}</span>
          <span>{' · '}</span>
          <Moment iso={posted.postedAt} />
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={m.admin_discord_post_again_question()}
          failureTitle={m.admin_discord_post_failed()}
          submit={m.admin_discord_post_again()}
          pending={m.admin_discord_posting()}
          send={() => post(true)}
          onClose={() => setIsAsking(false)}
        >
          {m.admin_discord_post_again_text()}
        </ConfirmDialog>
      )}
    </div>
  )
}
