import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('by default logs changes and refusals, and shows metrics to this machine only', () => {
  const usual = { logLevel: 'info', metricsToken: null, metricsPort: null }
  expect(readConfig({})).toMatchObject(usual)
  const token = 'sixteen-or-more-'
  const told = { LOG_LEVEL: 'debug', METRICS_TOKEN: token, METRICS_PORT: '13000' }
  expect(readConfig(told)).toMatchObject({
    logLevel: 'debug',
    metricsToken: token,
    metricsPort: 13_000,
  })
})

it.each([
  ['METRICS_TOKEN', 'only-fifteen-ch'],
  ['METRICS_TOKEN', 'sixteen or more with blanks'],
  ['METRICS_PORT', '70000'],
  ['LOG_LEVEL', 'verbose'],
])('does not start with %s=%s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: `)
})
