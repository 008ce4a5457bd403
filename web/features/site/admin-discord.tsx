import { useEffect } from 'react'
import * as z from 'zod/mini'
import { discordChannels, listDiscordPosts, type DiscordChannels } from '#contract/discord-posts.ts'
import { describeFinding } from '#domain/connection-faults.ts'
import { staffTexts } from '#web/admin-kit/staff-texts.ts'
import {
  refreshEdits,
  refreshFigures,
  useAdminQuery,
  useToday,
} from '#web/admin-kit/use-admin-data.ts'
import { formatMoment } from '#web/admin-kit/values.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SectionEditor, type SectionDefinition } from './admin-section-editor.tsx'

/** The channels in which the bot posts: their form and its history. */
export function DiscordView() {
  // Requested together with the sections, so that the notice does not push the form down later.
  useAdminQuery(listDiscordPosts)
  return (
    <SectionEditor definition={definition}>
      {({ field }) => (
        <div className="grid gap-5 lg:grid-cols-3">
          {fields.map((name) => (
            <TextField
              key={name}
              {...field(name)}
              label={m.admin_discord_channel({ field: name })}
              hint={m.admin_discord_channel_hint({ field: name })}
              inputMode="numeric"
              maxLength={30}
            />
          ))}
        </div>
      )}
    </SectionEditor>
  )
}

/** What keeps the bot from posting, as far as that is known. */
function BotState() {
  const posts = useAdminQuery(listDiscordPosts)
  const faults = useToday().value?.connectionFaults ?? []
  // The bot posts up to two minutes after a channel was saved.
  useEffect(() => {
    const timer = setInterval(refreshFigures, 20_000)
    return () => clearInterval(timer)
  }, [])
  const fault = faults.find(({ provider }) => provider === 'discord-bot')
  if (fault) {
    const { title, action } = describeFinding(staffTexts(), fault.provider, fault.code)
    return (
      <Notice live tone="error" title={title} className="mb-8">
        <p>{action}</p>
        <p className="mt-1 text-sm wrap-anywhere">
          {m.admin_connection_since({ time: formatMoment(fault.since), detail: fault.detail })}
        </p>
      </Notice>
    )
  }
  if (posts.value?.hasBot !== false) return null
  return (
    <Notice tone="warning" title={m.admin_discord_no_bot()} className="mb-8">
      {m.admin_discord_no_bot_text()}
    </Notice>
  )
}

type Field = keyof DiscordChannels
const fields: readonly Field[] = ['statusChannelId', 'thanksChannelId', 'newsChannelId']
const typedChannels = z.object({
  statusChannelId: z.string(),
  thanksChannelId: z.string(),
  newsChannelId: z.string(),
})
type TypedChannels = z.output<typeof typedChannels>

const definition: SectionDefinition<TypedChannels, Field> = {
  name: 'discord',
  draftShape: z.object({ version: z.nullable(z.number()), typed: typedChannels }),
  valueShape: discordChannels,
  typedFrom,
  valueFrom: (typed): DiscordChannels => ({
    statusChannelId: typed.statusChannelId.trim() || null,
    thanksChannelId: typed.thanksChannelId.trim() || null,
    newsChannelId: typed.newsChannelId.trim() || null,
  }),
  faultsAt: (places) => {
    const found = fields.filter((field) => places.some(([first]) => first === field))
    return Object.fromEntries(found.map((field) => [field, m.admin_discord_fault()]))
  },
  inWords,
  State: BotState,
  resetKind: 'file',
  title: () => m.admin_discord_title(),
  lead: () => m.admin_discord_lead(),
  saved: () => m.admin_discord_saved(),
  failed: () => m.admin_discord_failed(),
  refresh: () => {
    refreshFigures(listDiscordPosts)
    refreshEdits()
  },
}

function typedFrom(value: unknown): TypedChannels {
  const { data } = discordChannels.safeParse(value)
  return {
    statusChannelId: data?.statusChannelId ?? '',
    thanksChannelId: data?.thanksChannelId ?? '',
    newsChannelId: data?.newsChannelId ?? '',
  }
}

function inWords(value: unknown): string {
  const typed = typedFrom(value)
  return fields
    .map(
      (field) =>
        `${m.admin_discord_channel({ field })} · ${typed[field] || m.admin_discord_none()}`,
    )
    .join('\n')
}
