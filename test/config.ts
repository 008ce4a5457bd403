import { ConfigError, readConfig as readWith, type Config } from '#server/app/config.ts'
import { productionSite } from './factories/settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The config of an owner who has filled in `site/`. */
export function readConfig(environment: Environment): Config {
  return readWith(environment, productionSite)
}

/** The sentences that readConfig throws; empty when it accepts the environment. Other errors pass through. */
export function faults(environment: Environment): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}
