import { z } from 'zod'
import { parseSteamId, type SteamIdProblem } from '#domain/steam-id.ts'

const steamIdSentences: Readonly<Record<SteamIdProblem, string>> = {
  steam_id_empty: 'Paste the 17 digits of the SteamID64.',
  steam_id_vanity_url: 'A /id/ link is a nickname. Paste the 17 digits of the SteamID64.',
  steam_id_unrecognised: 'This is no Steam ID. Paste the 17 digits or the /profiles/ link.',
}

/** Lower case, as the database writes it, so that one id cannot appear as two. */
export const uuid = z.uuid().toLowerCase()

/** Accepts every form in which players know their Steam ID; yields a SteamID64. */
export const steamId = z
  .string()
  .max(200)
  .transform((text, context) => {
    const result = parseSteamId(text)
    if (result.ok) return result.steamId64
    const message = steamIdSentences[result.problem]
    context.addIssue({ code: 'custom', message, params: { code: result.problem } })
    return z.NEVER
  })

/**
 * Text that people can read. The database accepts no control characters and no half characters;
 * marks that change the direction of reading could disguise the text beside it.
 */
export function readableText(maxLength: number) {
  return (
    z
      .string()
      .trim()
      .min(1)
      .max(maxLength)
      .regex(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u)
      // A text of nothing but joiners and direction marks is invisible.
      .regex(/^$|[\p{L}\p{N}\p{P}\p{S}]/u)
  )
}

/** Like `readableText`, in several lines, separated by `\n`. */
export function readableLines(maxLength: number) {
  return z
    .string()
    .max(4 * maxLength)
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(z.string().min(1).max(maxLength))
    .pipe(z.string().regex(/^(?:[^\p{Cc}\p{Cs}\p{Bidi_Control}]|\n)*$/u))
    .pipe(z.string().regex(/[\p{L}\p{N}\p{P}\p{S}]/u))
}

export const discordUsername = readableText(100)

/** A part of the text to find; empty finds everything. */
export const search = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)
  .default('')

/** `nextCursor` of the previous page. */
export const cursor = z.string().max(200).optional()
