import { useState } from 'react'
import * as z from 'zod/mini'
import { listDiscordPosts } from '#contract/discord-posts.ts'
import { discordChannels, type DiscordChannels } from '#contract/discord-posts.ts'
import { listSections, resetSection, saveSection, type SectionView } from '#contract/site.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures, useAdminQuery, useLiveRefresh } from '#web/admin-kit/use-admin-data.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { subscribeToSite } from '#web/app/site.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm, type FieldErrors } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDraft } from './admin-drafts.ts'
import { Conflict, EditButtons, EditHistory, editKeys, refreshEdits } from './admin-edit-parts.tsx'

/** The channels in which the bot posts: their form and its history. */
export function DiscordView() {
  const sections = useAdminQuery(listSections)
  const posts = useAdminQuery(listDiscordPosts)
  useLiveRefresh(sections.refresh, subscribeToSite)
  return (
    <LoadedSection
      title={m.admin_discord_title()}
      lead={m.admin_discord_lead()}
      level={3}
      loaded={{ ...sections, value: sections.value?.find(isDiscord) ?? null }}
      skeletons={<Skeleton className="h-64" />}
    >
      {(section) => (
        <>
          {posts.value?.hasBot === false && (
            <Notice tone="warning" title={m.admin_discord_no_bot()} className="mb-8">
              {m.admin_discord_no_bot_text()}
            </Notice>
          )}
          <ChannelsForm section={section} />
          <EditHistory
            name="site/discord"
            textOf={channelsText}
            fileValue={section.fileValue}
            resetKind="file"
            onReset={
              JSON.stringify(section.value) === JSON.stringify(section.fileValue)
                ? null
                : () =>
                    adminCall(resetSection, {
                      params: { section: 'discord' },
                      query: { version: section.version },
                    })
            }
            onRestore={(value) => save(value, section.version)}
            faultOf={m.admin_discord_fault}
            onChanged={refreshChannels}
          />
        </>
      )}
    </LoadedSection>
  )
}

function isDiscord({ section }: SectionView): boolean {
  return section === 'discord'
}

function refreshChannels(): void {
  refreshFigures(listDiscordPosts)
  refreshEdits()
}

function save(value: unknown, version: number | null) {
  return adminCall(saveSection, { params: { section: 'discord' }, body: { value, version } })
}

type Field = keyof DiscordChannels
const fields: readonly Field[] = ['statusChannelId', 'thanksChannelId', 'newsChannelId']
const typedChannels = z.object({
  statusChannelId: z.string(),
  thanksChannelId: z.string(),
  newsChannelId: z.string(),
})
type TypedChannels = z.output<typeof typedChannels>
const draftShape = z.object({ version: z.nullable(z.number()), typed: typedChannels })

function typedFrom(value: unknown): TypedChannels {
  const { data } = discordChannels.safeParse(value)
  return {
    statusChannelId: data?.statusChannelId ?? '',
    thanksChannelId: data?.thanksChannelId ?? '',
    newsChannelId: data?.newsChannelId ?? '',
  }
}

function channelsFrom(typed: TypedChannels): DiscordChannels {
  return {
    statusChannelId: typed.statusChannelId.trim() || null,
    thanksChannelId: typed.thanksChannelId.trim() || null,
    newsChannelId: typed.newsChannelId.trim() || null,
  }
}

/** What is wrong, at the fields of the form. */
function faultsOf(channels: DiscordChannels): FieldErrors<Field> {
  const { issues = [] } = discordChannels.safeParse(channels).error ?? {}
  return Object.fromEntries(issues.map(({ path }) => [String(path[0]), m.admin_discord_fault()]))
}

/** What is typed stays until it is saved or discarded. */
function ChannelsForm({ section }: { readonly section: SectionView }) {
  const [draft, setDraft, endDraft] = useDraft('discord', draftShape)
  const { version, typed } = draft ?? {
    version: section.version,
    typed: typedFrom(section.value),
  }
  const [theirs, setTheirs] = useState<NonNullable<ApiProblem['current']> | null>(null)
  const form = useForm<Field>({
    validate: () => faultsOf(channelsFrom(typed)),
    send: async () => {
      try {
        await save(channelsFrom(typed), theirs ? theirs.version : version)
      } catch (problem) {
        if (!(problem instanceof ApiProblem) || problem.current === null) throw problem
        setTheirs(problem.current)
        return
      }
      setTheirs(null)
      endDraft()
      toast({ title: m.admin_discord_saved(), tone: 'success' })
      refreshChannels()
    },
    explain: failureText,
  })

  function discard(): void {
    setTheirs(null)
    setDraft(null)
  }

  return (
    // The keys of the fields bubble to it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      {...form.props}
      onKeyDown={editKeys(discard)}
      aria-label={m.admin_discord_title()}
      className="cut cut-size-20 p-5 sm:p-7"
    >
      <div className="grid gap-5 lg:grid-cols-3">
        {fields.map((field) => (
          <TextField
            key={field}
            name={field}
            label={m.admin_discord_channel({ field })}
            hint={m.admin_discord_channel_hint({ field })}
            error={form.errors[field]}
            readOnly={form.isPending}
            autoComplete="off"
            inputMode="numeric"
            maxLength={30}
            value={typed[field]}
            onChange={({ target }) => {
              if (!form.isPending) setDraft({ version, typed: { ...typed, [field]: target.value } })
            }}
          />
        ))}
      </div>
      <FormFailure title={m.admin_discord_failed()} failure={form.failure} className="mt-6" />
      {theirs && (
        <div className="mt-6">
          <Conflict
            mine={channelsText(channelsFrom(typed))}
            theirs={channelsText(theirs.value)}
            onKeepMine={() => form.props.ref.current?.requestSubmit()}
            onTakeTheirs={() => {
              refreshChannels()
              discard()
            }}
          />
        </div>
      )}
      <div className="mt-6">
        <EditButtons isPending={form.isPending} onClose={null} onDiscard={draft ? discard : null} />
      </div>
    </form>
  )
}

/** The channels in words, to compare two versions. */
function channelsText(value: unknown): string {
  const typed = typedFrom(value)
  return fields
    .map(
      (field) =>
        `${m.admin_discord_channel({ field })} · ${typed[field] || m.admin_discord_none()}`,
    )
    .join('\n')
}
