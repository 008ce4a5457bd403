import { expect, it } from 'vitest'
import { describeFinding, mayPass } from '#domain/connection-faults.ts'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'

const fr = readMessageTexts('fr')

it.each([
  ['discord-bot', 'key_refused', 'DISCORD_BOT_TOKEN'],
  ['discord-bot', 'server_not_found', 'DISCORD_GUILD_ID'],
  ['discord-bot', 'permission_missing', 'Gérer les rôles'],
  ['cftools', 'key_refused', 'CFTOOLS_SECRET'],
  ['paypal', 'key_refused', 'PAYPAL_BASE_URL'],
  ['steam', 'key_refused', 'STEAM_API_KEY'],
  ['stripe', 'webhook_missing', 'STRIPE_WEBHOOK_SECRET'],
  ['lb-core', 'unreachable', 'LB_CORE_TOKEN'],
  ['priority-file', 'unreachable', 'PRIORITY_FILE'],
  ['priority-file', 'not_allowed', 'PRIORITY_FILE'],
] as const)('the action of %s: %s names %s', (name, code, setting) => {
  expect(describeFinding(fr, name, code).action).toContain(setting)
})

it.each(['discord-bot', 'cftools'] as const)('%s has no host in the settings', (name) => {
  expect(describeFinding(fr, name, 'unreachable').action).not.toContain('hôte')
})

it('may pass when nothing says that it lasts', () => {
  const finding = { level: 'fault', detail: '' } as const
  expect(mayPass({ ...finding, code: 'unreachable' })).toBe(true)
  expect(mayPass({ ...finding, code: 'key_refused' })).toBe(false)
  expect(mayPass({ ...finding, level: 'warning', code: 'webhook_old' })).toBe(false)
})
