import type { Context, MiddlewareHandler } from 'hono'
import { parseJson } from './parse-json.ts'
import { distortAnswer } from './fault-effects.ts'
import type { SandboxContext, SandboxEnv, FakeProvider } from './fake-provider.ts'

/** Logs the calls to the providers, and applies the requested faults. */
export function answerAsProviders(
  { faults, log }: SandboxContext,
  fakes: readonly FakeProvider[],
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const path = c.req.path
    for (const fake of fakes) {
      const isApi = fake.apiPaths.some((prefix) => path.startsWith(prefix))
      const fault = faults.takeForCall(fake.provider, path, isApi)
      if (!isApi && !fault) continue
      const requestId = c.req.header('x-request-id')
      const call = {
        kind: 'request',
        method: c.req.method,
        path,
        ...(requestId !== undefined && { requestId }),
        ...(await readBody(c)),
      } as const
      if (fault?.kind === '500' || fault?.kind === '429') {
        const refusal = await fake.refuse(fault.kind === '500' ? 500 : 429, c)
        log.add(fake.provider, { ...call, status: refusal.status, fault: fault.kind })
        return refusal
      }
      await next()
      log.add(fake.provider, {
        ...call,
        status: c.res.status,
        ...(fault && { fault: fault.kind }),
      })
      if (fault) await distortAnswer(c, fault)
      return undefined
    }
    return next()
  }
}

/** JSON only: sign-in forms carry secrets, which the log does not need. */
async function readBody(c: Context<SandboxEnv>): Promise<{ body?: unknown }> {
  if (!c.req.header('content-type')?.startsWith('application/json')) return {}
  const text = await c.req.text()
  return { body: parseJson(text) ?? text }
}
