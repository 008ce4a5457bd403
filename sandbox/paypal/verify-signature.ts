import { Hono } from 'hono'
import { z } from 'zod'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { parseJson } from '#sandbox/parse-json.ts'
import { newDebugId } from './ids.ts'
import { rawMember } from './raw-member.ts'
import type { Signer } from './signature.ts'

const filled = z.string().min(1)
const verification = z.object({
  auth_algo: filled,
  cert_url: filled,
  transmission_id: filled,
  transmission_sig: filled,
  transmission_time: filled,
  webhook_id: filled,
  webhook_event: z.record(z.string(), z.unknown()),
})

/** `POST /v1/notifications/verify-webhook-signature`: really verifies the signature. */
export function verifySignatureRoutes(signer: Signer): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().post('/v1/notifications/verify-webhook-signature', async (c) => {
    const text = await c.req.text()
    const parsed = verification.safeParse(parseJson(text))
    if (!parsed.success) return validationError(parsed.error)
    const isGenuine = signer.verify(
      {
        id: parsed.data.transmission_id,
        time: parsed.data.transmission_time,
        signature: parsed.data.transmission_sig,
        certificateUrl: parsed.data.cert_url,
        algorithm: parsed.data.auth_algo,
        webhookId: parsed.data.webhook_id,
      },
      rawMember(text, 'webhook_event') ?? '',
    )
    return c.json({ verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' })
  })
}

function validationError(error: z.ZodError): Response {
  return Response.json(
    {
      name: 'VALIDATION_ERROR',
      message: 'Invalid data provided',
      debug_id: newDebugId(),
      information_link: 'https://developer.paypal.com/api/rest/webhooks/#errors',
      details: error.issues.map((issue) => ({
        field: issue.path.join('.'),
        issue: issue.message,
        location: 'body',
      })),
      links: [],
    },
    { status: 400 },
  )
}
