import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'

it('logs what is changed or refused, and gives the metrics to this machine, unless told otherwise', () => {
  expect(readConfig({})).toMatchObject({ logLevel: 'info', metricsToken: null })
  const token = 'sixteen-or-more-'
  expect(readConfig({ LOG_LEVEL: 'debug', METRICS_TOKEN: token })).toMatchObject({
    logLevel: 'debug',
    metricsToken: token,
  })
})

it.each([
  ['METRICS_TOKEN', 'only-fifteen-ch'],
  ['METRICS_TOKEN', 'sixteen or more with blanks'],
  ['LOG_LEVEL', 'verbose'],
])('does not start with %s=%s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: `)
})
