import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Language } from '#contract/language.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { SandboxCalls } from './sandbox-calls.ts'
import story from './story.json' with { type: 'json' }

/** Where an event of the demo happens. */
export interface Scene {
  /** By a clock that stands at the time of the event. */
  readonly services: Services
  readonly sandbox: SandboxCalls
  /** Lets time pass, and returns the services of then. */
  readonly wait: (minutes: number) => Promise<Services>
  /** What earlier events made, by the names that they gave it. */
  readonly made: Map<string, Made>
  /** Whether the disk is full to which the priority queue is written. */
  readonly disk: { isFull: boolean }
}

interface Made {
  readonly id: string
  readonly payment?: { readonly provider: 'paypal' | 'stripe'; readonly reference: string }
}

/** What happens by an event of `story.json` with these fields. */
export function event<Fields>(
  fields: z.ZodType<Fields>,
  happen: (scene: Scene, fields: Fields) => Promise<unknown>,
) {
  return (given: unknown) => {
    const parsed = fields.parse(given)
    return (scene: Scene) => happen(scene, parsed)
  }
}

const person = z.strictObject({
  name: z.string(),
  steamId: z.string(),
  /** Where they pay from, as their provider names it. */
  country: z.string(),
  /** The number of one of Discord's own avatars; null for none. */
  avatar: z.int().nullable(),
  /** Of an account that has signed in. */
  discordId: z.string().optional(),
  displayName: z.string().optional(),
  /** The name at Steam of those who have linked it. */
  personaName: z.string().optional(),
  isInDiscordServer: z.boolean().default(true),
})
type Person = z.output<typeof person>

/** Everybody who appears in the demo: the sandbox's three players, one more account, and guests. */
export const people: ReadonlyMap<string, Person> = new Map(
  Object.entries(z.record(z.string(), person).parse(story.people)),
)

/** A person of `people`. */
export const who = z.string().transform((key) => {
  const known = people.get(key)
  if (!known) throw new Error(`story.json has nobody called ${key}`)
  return known
})

/** A member of the staff, who has opened the admin area by its code. */
export const staff: Admin = { role: 'owner', by: 'code', actor: 'code:5e1f0c2ad9b4' }

/** Each guest has a browser of their own. */
export function buyerOf({ name, discordId }: Person): Buyer {
  const hash = createHash('sha256').update(`demo buyer ${name}`).digest('hex')
  return { hash, userId: discordId === undefined ? null : userIdOf(discordId) }
}

export function userIdOf(discordId: string): string {
  return `demo-${discordId}`
}

export const staffText = z.strictObject({
  fr: z.string(),
  en: z.string(),
  ru: z.string(),
  es: z.string(),
} satisfies Record<Language, unknown>)

/** That text in the staff's language. */
export function written({ config }: Services, text: z.output<typeof staffText>): string {
  return text[config.staffLanguage]
}

/** The picture of a skin or of a note. */
export function readPicture(name: string): Promise<Buffer> {
  return readFile(path.join(import.meta.dirname, 'pictures', `${name}.webp`))
}
