import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'

/** The policy of a page: everything from our origin, nothing inline. */
export function contentSecurityPolicy(
  { discord, steam }: Config,
  extra: Readonly<Record<string, string>> = {},
): string {
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' data: ${discord.avatarOrigin} ${steam.avatarOrigin}`,
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  for (const [name, sources] of Object.entries(extra)) {
    directives[name] = directives[name] ? `${directives[name]} ${sources}` : sources
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** Browser features that no page of ours needs. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'clipboard-read',
  'display-capture',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** Turns all of them off, except those that a page uses. */
export function permissionsPolicy(used: readonly string[] = []): string {
  return unusedFeatures
    .filter((feature) => !used.includes(feature))
    .map((feature) => `${feature}=()`)
    .join(', ')
}

/** `default-src` does not cover the last three. */
const closedPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A picture opened on its own must run nothing, whatever the browser takes it for. */
export const sandboxedPolicy = `${closedPolicy}; sandbox`

/**
 * The headers of every answer: not a page, runs nothing, cannot be framed, is not cached, unless
 * its route decides otherwise.
 */
export function securityHeadersOf({
  production,
}: Pick<Config, 'production'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': closedPolicy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Without `includeSubDomains`: the owner decides about their other subdomains.
    ...(production && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

/** The additional headers of a page: what it may load, which features it has, which windows may hold it. */
export function pageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'permissions-policy': permissionsPolicy(),
    'cross-origin-opener-policy': 'same-origin',
  }
}

/** Sets the headers before `next()`: afterwards Hono rebuilds the answer, at a third of the speed. */
export function securityHeaders(config: Config) {
  const headers = Object.entries(securityHeadersOf(config))
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    for (const [name, value] of headers) context.header(name, value)
    await next()
  })
}
