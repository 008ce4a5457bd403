import { listingTypes } from '#domain/team.ts'
import { escapeMarkdown } from '#domain/discord-text.ts'
import { cutText } from '#domain/provider-text.ts'
import type { Button, MessageParts } from '#server/providers/discord/message.ts'
import type { Services } from '#server/services/context.ts'
import { fill } from '#server/services/messages/message-texts.ts'
import { listListings } from '#server/services/team/find-listings.ts'
import type { Asker, Options } from './asker.ts'

const listingsPerPage = 6
const longestDescription = 120

/** What is searched and where the page begins, as a button carries it. */
interface Search {
  readonly type: string
  readonly microphone: string
  readonly cursor: string
}

/** The first page of the listings that fit. */
export function searchTeam(
  services: Services,
  asker: Asker,
  options: Options,
): Promise<MessageParts> {
  const [type, microphone] = ['type', 'microphone'].map((name) => String(options.get(name) ?? ''))
  return showPage(services, asker, { type: type ?? '', microphone: microphone ?? '', cursor: '' })
}

/** Another page, by the parts of its button's id. */
export function turnTeamPage(
  services: Services,
  asker: Asker,
  [type = '', microphone = '', cursor = '']: readonly string[],
): Promise<MessageParts> {
  return showPage(services, asker, { type, microphone, cursor })
}

async function showPage(
  services: Services,
  { texts }: Asker,
  search: Search,
): Promise<MessageParts> {
  const { publicOrigin } = services.config
  const { listings, total, nextCursor } = await listListings(
    services,
    {
      search: '',
      type: listingTypes.find((one) => one === search.type),
      hasMicrophone: search.microphone === '' ? undefined : search.microphone === 'true',
      language: undefined,
      playStyle: undefined,
      cursor: search.cursor || undefined,
    },
    listingsPerPage,
  )
  const lines = listings.map((listing) => {
    const name = listing.discord_username
    // Parentheses would end the link.
    const query = encodeURIComponent(name).replace(/[()]/g, (sign) =>
      sign === '(' ? '%28' : '%29',
    )
    const contact = `${publicOrigin}/team?search=${query}`
    const start = cutText(listing.description, longestDescription)
    const words = start === listing.description ? start : `${start}…`
    return [
      `**${escapeMarkdown(name)}** ${listing.type === 'LFG' ? texts.lfg : texts.lft}`,
      listing.has_microphone ? texts.with_microphone : texts.without_microphone,
      `[${texts.contact}](${contact})\n${escapeMarkdown(words)}`,
    ].join(' · ')
  })
  const idOf = (cursor: string) => ['team', search.type, search.microphone, cursor].join(':')
  const buttons: Button[] = [
    ...(search.cursor ? [{ label: texts.first_page, id: idOf('') }] : []),
    ...(nextCursor === null ? [] : [{ label: texts.next_page, id: idOf(nextCursor) }]),
    { label: texts.site, url: `${publicOrigin}/team` },
  ]
  return {
    title: fill(texts.team, { total }),
    text: lines.length > 0 ? lines.join('\n\n') : texts.team_none,
    buttons,
  }
}
