import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Config } from '#server/config.ts'
import {
  contentSecurityPolicy,
  permissionsPolicy,
} from '#server/http/middleware/security-headers.ts'
import type { WebFile } from './web-build.ts'

const noncePlaceholder = '%CSP_NONCE%'
/** To pay, to sign in with a passkey, to know its visitor again. */
const usedByPayPal = ['payment', 'publickey-credentials-get', 'storage-access']

/**
 * The one page that runs PayPal's script, with a policy of its own. The script takes a nonce for
 * what it adds: https://developer.paypal.com/sdk/js/configuration/#data-csp-nonce
 */
export function sendCheckoutPage(context: Context, config: Config, page: WebFile): Response {
  const nonce = randomBytes(16).toString('base64')
  const paypal = paypalSources(config)
  context.header(
    'content-security-policy',
    contentSecurityPolicy(config, {
      'script-src': `'nonce-${nonce}' ${paypal}`,
      'style-src': `'nonce-${nonce}' ${paypal}`,
      'img-src': paypal,
      'connect-src': paypal,
      'frame-src': paypal,
    }),
  )
  context.header('permissions-policy', permissionsPolicy(usedByPayPal))
  context.header('cross-origin-opener-policy', 'same-origin-allow-popups')
  context.header('cache-control', 'no-store')
  context.header('content-type', page.contentType)
  const html = new TextDecoder().decode(page.content)
  return context.body(html.replaceAll(noncePlaceholder, nonce))
}

function paypalSources({ paypal }: Config): string {
  return paypal.scriptOrigin.startsWith('https:')
    ? 'https://*.paypal.com https://*.paypalobjects.com'
    : paypal.scriptOrigin
}
