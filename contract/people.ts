import * as z from 'zod/mini'
import { staffRoles } from '#domain/rights.ts'
import { get, patch, post, remove } from './endpoint.ts'
import { discordUsername, list } from './fields.ts'

const path = '/api/admin/people'
const role = z.enum(staffRoles)
/** Discord's ids are whole numbers beyond JavaScript's. */
export const discordId = z.string().check(z.regex(/^\d{15,20}$/))

/** Somebody of the staff, by their Discord account. */
const person = z.object({
  discordId: z.string(),
  /** Their name at Discord; until they sign in, as who added them calls them. */
  name: z.string(),
  /** Their unique name there; null while they have never signed in. */
  username: z.nullable(z.string()),
  role,
  /** Named by ADMIN_DISCORD_IDS, which only a restart changes. */
  isInSettings: z.boolean(),
  /** The day of their last visit; null while they have never signed in. */
  lastSeenAt: z.nullable(z.string()),
})
export type Person = z.output<typeof person>

export const listPeople = get(path, { who: 'people', answer: list(person) })

/** Without an id `name` is that of an account at Discord that has signed in here. */
export const addPerson = post(path, {
  who: 'people',
  body: z.object({
    discordId: z.optional(discordId),
    name: discordUsername,
    role,
  }),
  answer: person,
  status: 201,
})

const accessCode = z.object({ enabled: z.boolean() })
export const readAccessCode = get(`${path}/access-code`, { who: 'people', answer: accessCode })

const onePerson = { who: 'people', unknown: 'person_not_found' } as const

/** The role of somebody; for `access-code` in place of an id whether it opens the admin area. Off, its sessions end. */
export const changePerson = patch(`${path}/:discordId`, {
  ...onePerson,
  params: z.object({ discordId: z.union([discordId, z.literal('access-code')]) }),
  body: z.union([z.object({ role }), accessCode]),
  answer: z.union([person, accessCode]),
})
/** Ends their sessions, too. */
export const removePerson = remove(`${path}/:discordId`, {
  ...onePerson,
  params: z.object({ discordId }),
})
