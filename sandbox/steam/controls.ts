import { Hono } from 'hono'
import { z } from 'zod'
import { answerInvalid, readControl } from '#sandbox/read-control.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { readSignInRequest } from './sign-in-request.ts'
import { cancelledAnswer, type SignedAnswers } from './signed-answers.ts'

const signIn = z.strictObject({
  /** Of Steam's sign-in page, as the product built it. */
  url: z.url(),
  /** Any account, even one without a player; without it the player cancels. */
  steamId: z
    .string()
    .regex(/^\d{17}$/)
    .optional(),
})

/** Stands in for a player in tests without a browser. */
export function steamControls(answers: SignedAnswers): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().post('/_sandbox/steam/sign-in', async (c) => {
    const reading = readControl(signIn, await c.req.text())
    if (!reading.ok) return reading.answer
    const { url, steamId } = reading.value
    const request = readSignInRequest(new URL(url).searchParams)
    if (typeof request === 'string') return answerInvalid('url', request)
    const answer =
      steamId === undefined
        ? cancelledAnswer(request.returnTo)
        : answers.sign(request.returnTo, steamId)
    return c.json({ location: answer.href })
  })
}
