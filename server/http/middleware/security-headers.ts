import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'

/** The policy of a page: everything from us, nothing inline. */
export function contentSecurityPolicy(
  { discord }: Config,
  extra: Readonly<Record<string, string>> = {},
): string {
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' data: ${discord.avatarOrigin}`,
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

/** What browsers offer to pages and no page of ours asks for. */
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

/** Nobody may use them, but for those that a page has a use for. */
export function permissionsPolicy(used: readonly string[] = []): string {
  return unusedFeatures
    .filter((feature) => !used.includes(feature))
    .map((feature) => `${feature}=()`)
    .join(', ')
}

/** `default-src` says nothing of these three. */
export const closedPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * What every answer carries: it is no page, runs nothing, stands in no frame, and nobody keeps it,
 * unless its route says otherwise.
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
    // Not for subdomains: what else the owner runs there is his to decide.
    ...(production && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

/** What a page carries besides: what it may load, which features it has, who may hold its window. */
export function pageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'permissions-policy': permissionsPolicy(),
    'cross-origin-opener-policy': 'same-origin',
  }
}

/** Headers are set before `next()`: afterwards Hono rebuilds the answer, at a third of the speed. */
export function securityHeaders(config: Config) {
  const headers = Object.entries(securityHeadersOf(config))
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    for (const [name, value] of headers) context.header(name, value)
    await next()
  })
}
