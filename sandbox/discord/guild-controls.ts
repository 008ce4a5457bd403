import { Hono } from 'hono'
import { z } from 'zod'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { readControl } from '#sandbox/read-control.ts'
import type { Guild } from './guild.ts'

const snowflake = z.string().regex(/^\d{5,25}$/)
const memberChange = z.strictObject({
  discordIds: z.array(snowflake).min(1),
  isMember: z.boolean().optional(),
  acceptsMessages: z.boolean().optional(),
  /** All of their roles. */
  roles: z.array(snowflake).optional(),
})
const setupChange = z.strictObject({
  isInGuild: z.boolean().optional(),
  canManageRoles: z.boolean().optional(),
  hasMembersIntent: z.boolean().optional(),
})

/** What people do in Discord itself: join and leave, close their messages, give roles, invite the bot. */
export function guildControls(guild: Guild): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.post('/_sandbox/discord/members', async (c) => {
    const reading = readControl(memberChange, await c.req.text())
    if (!reading.ok) return reading.answer
    const { discordIds, isMember = true, acceptsMessages, roles } = reading.value
    for (const discordId of discordIds) {
      if (!isMember) {
        guild.leave(discordId)
        continue
      }
      const member = guild.join(discordId)
      member.acceptsMessages = acceptsMessages ?? member.acceptsMessages
      if (roles) member.roles.clear()
      for (const role of roles ?? []) member.roles.add(role)
    }
    return c.json(guild.listMembers())
  })
  routes.post('/_sandbox/discord/guild', async (c) => {
    const reading = readControl(setupChange, await c.req.text())
    if (!reading.ok) return reading.answer
    const { isInGuild, canManageRoles, hasMembersIntent } = reading.value
    const before = guild.setup
    guild.setup = {
      isInGuild: isInGuild ?? before.isInGuild,
      canManageRoles: canManageRoles ?? before.canManageRoles,
      hasMembersIntent: hasMembersIntent ?? before.hasMembersIntent,
    }
    return c.json(guild.setup)
  })
  return routes
}
