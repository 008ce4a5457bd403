import type { Config } from '#server/config.ts'

/** Where Steam sends the browser back to. */
export const claimCallbackPath = '/api/steam-claims/callback'

export function claimReturnTo({ publicOrigin }: Config, state: string): string {
  return `${publicOrigin}${claimCallbackPath}?state=${state}`
}
