import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CreditKrRequest } from '#contract/admin-kryptonite.ts'
import { kr } from '#domain/kryptonite.ts'
import type { Services } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { moveKr } from '#server/services/wallet/move-kr.ts'
import { writeAudit } from './audit.ts'
import type { Admin } from './recognise-admin.ts'

const creditAnswer = z.object({ balance: z.int() })

/**
 * Gives Kr to a player, once for each key, and answers his balance. Refuses with
 * `idempotency_key_reused`.
 */
export async function creditKr(
  services: Services,
  admin: Admin,
  request: CreditKrRequest,
  key: string | null,
): Promise<z.output<typeof creditAnswer>> {
  const { steamId, discordUsername, amount } = request
  const now = services.clock()
  const once = { scope: 'kr_credit', key, requestHash: hashRequest(request), now }
  return services.database.transaction((trx) =>
    answerOnce(trx, once, creditAnswer, async () => {
      const { balance } = await moveKr(trx, {
        steamId,
        discordUsername,
        amount: kr(amount),
        type: 'admin_add',
        description: `Admin added ${amount} Kr`,
        source: `admin_request:${randomUUID()}`,
        now,
      })
      await writeAudit(services, trx, admin, {
        action: 'kr_credited',
        subject: `balance:${steamId}`,
        before: { balance: balance - amount },
        after: { balance, amount, discordUsername },
      })
      return { balance }
    }),
  )
}
