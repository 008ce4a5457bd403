import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'

/**
 * A token for a browser in which the right code was once entered. It opens nothing; its attempts are
 * merely counted apart, so that a flood of strangers' codes does not shut the owner out.
 */
export function nameDevice(config: Config): string {
  const id = randomUUID()
  return `${id}.${sign(config, id)}`
}

/** The device's id when we signed it, for the code that holds now; null for anything else. */
export function recogniseDevice(config: Config, token: string | undefined): string | null {
  const [id = '', signature = ''] = token?.split('.') ?? []
  const expected = Buffer.from(sign(config, id))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function sign({ sessionSecret, adminAccessCode }: Config, id: string): string {
  return createHmac('sha256', sessionSecret)
    .update(`admin-device:${id}:${adminAccessCode}`)
    .digest('base64url')
}
