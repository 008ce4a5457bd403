import { expect, it } from 'vitest'
import { settingNames } from './config.ts'
import { findMisspelt } from './settings.ts'

it.each([
  ['GAME_SERVER_ADRESS', 'GAME_SERVER_ADDRESS'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PAYPAL_CLIENT_SECERT', 'PAYPAL_CLIENT_SECRET'],
  ['DISCORD_WEBHOK_ULR', 'DISCORD_WEBHOOK_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['LB-CORE-TOKEN', 'LB_CORE_TOKEN'],
  ['public_origin', 'PUBLIC_ORIGIN'],
])('%s is named, with the setting that it is near to', (name, meant) => {
  const [sentence, ...others] = findMisspelt({ [name]: 'the-value', PATH: '/bin' })
  expect(sentence).toMatch(new RegExp(`^${name} .* ${meant}\\b`))
  expect(sentence).not.toContain('the-value')
  expect(others).toEqual([])
})

it('the settings themselves and the variables of other programs are not named', () => {
  const others =
    'PATH HOME PWD USER LANG HOSTNAME PORTS HOSTS TERM NODE_OPTIONS PGHOST PGPORT XDG_DATA_DIRS METRICS_HOST npm_config_cache STRIPE_API_KEY DATABASE_HOST INVOCATION_ID'
  const names = [...settingNames, ...others.split(' ')]
  expect(findMisspelt(Object.fromEntries(names.map((name) => [name, 'value'])))).toEqual([])
})

it('a name without a value is not named', () => {
  expect(findMisspelt({ GAME_SERVER_ADRESS: ' ', DATABASE_URI: undefined })).toEqual([])
})
