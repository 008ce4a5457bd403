import * as z from 'zod/mini'
import { parseSteamId, type SteamIdProblem } from '#domain/steam-id.ts'
import {
  longestName,
  longestSearch,
  longestStaffReason,
  longestSteamIdText,
} from '#domain/text-limits.ts'

const steamIdSentences: Readonly<Record<SteamIdProblem, string>> = {
  steam_id_empty: 'Paste the 17 digits of the SteamID64.',
  steam_id_vanity_url: 'A /id/ link is a nickname. Paste the 17 digits of the SteamID64.',
  steam_id_unrecognised: 'This is not a Steam ID. Paste the 17 digits or the /profiles/ link.',
}

/** Lower case, as the database writes it, so that one id cannot appear as two. */
export const uuid = z.uuid().check(z.toLowerCase())

/** Accepts every form in which players know their Steam ID; yields a SteamID64. */
export const steamId = z.pipe(
  z.string().check(z.maxLength(longestSteamIdText)),
  z.transform((text: string, { issues }) => {
    const result = parseSteamId(text)
    if (result.ok) return result.steamId64
    const message = steamIdSentences[result.problem]
    issues.push({ code: 'custom', input: text, message, params: { code: result.problem } })
    return z.NEVER
  }),
)

/** The path parameter of the calls about one player. */
export const ofPlayer = z.object({ steamId })

/**
 * Text that people can read. The database accepts no control characters and no half characters;
 * marks that change the direction of reading could disguise the text beside it.
 */
export function readableText(maxLength: number) {
  return z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(maxLength),
    z.regex(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u),
    // A text of nothing but joiners and direction marks is invisible.
    z.regex(/^$|[\p{L}\p{N}\p{P}\p{S}]/u),
  )
}

/** Plain text in one line; pages show markup as it is written, which nobody means. */
export function line(maxLength: number) {
  return readableText(maxLength).check(z.regex(/^[^<>]*$/, 'must be plain text, without < and >'))
}

/** Like `readableText`, in several lines, separated by `\n`. */
export function readableLines(maxLength: number) {
  const trimmed = z.pipe(
    z.string().check(z.maxLength(4 * maxLength)),
    z.transform((text: string) => text.replaceAll(/\r\n?/g, '\n').trim()),
  )
  const ofRightLength = z.pipe(trimmed, z.string().check(z.minLength(1), z.maxLength(maxLength)))
  const storable = z.string().check(z.regex(/^(?:[^\p{Cc}\p{Cs}\p{Bidi_Control}]|\n)*$/u))
  const visible = z.string().check(z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u))
  return z.pipe(z.pipe(ofRightLength, storable), visible)
}

export const discordUsername = readableText(longestName)

/** Why the staff does something; the log keeps it. */
export const staffReason = readableText(longestStaffReason)

/** `data:image/…;base64,…`. The bytes decide later whether it is a usable picture. */
export const imageDataUrl = z.string().check(z.regex(/^data:image\/[\w.+-]+;base64,/))

/** Whole Kr; more at once would be a typing error. */
export const mostKr = 1_000_000
export const krAmount = z.int().check(z.minimum(1), z.maximum(mostKr))

const colorComponent = z.int().check(z.minimum(0), z.maximum(255))

export const rgbColor = z.object({ r: colorComponent, g: colorComponent, b: colorComponent })

/** A part of the text to find; empty finds everything. A Steam ID is found in every form of it. */
export const search = z._default(
  z.pipe(
    z.string().check(z.trim(), z.maxLength(longestSearch), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
    z.transform((text: string) => {
      const pasted = parseSteamId(text)
      return pasted.ok ? pasted.steamId64 : text
    }),
  ),
  '',
)

/** `nextCursor` of the previous page. */
export const cursor = z.optional(z.string().check(z.maxLength(200)))

/** A list that this browser stored, without the entries that do not fit. */
export function validEntries<Shape extends z.core.$ZodType>(entry: Shape) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((values: unknown[]): readonly z.output<Shape>[] =>
      values.flatMap((value) => {
        const parsed = z.safeParse(entry, value)
        return parsed.success ? [parsed.data] : []
      }),
    ),
  )
}

/** A list in an answer, which its readers cannot change. */
export function list<Item extends z.core.$ZodType>(
  item: Item,
): z.ZodMiniType<readonly z.output<Item>[]> {
  return z.array(item)
}

/** For the next page; null at the end. */
export const nextCursor = z.nullable(z.string())
