import { sql } from 'kysely'
import { receivePayPal, receiveStripe } from '#contract/operations.ts'
import type { Finding } from '#domain/connection-faults.ts'
import type { PaymentProviderName } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'

const minute = 60_000

/**
 * Whether a payment of the last three days, and of so long ago at least, was announced by no event of its
 * provider. An event may arrive some minutes before we store its payment; a pack may be found paid long
 * after its event, so it counts from its opening. Those of the demo data had none.
 */
async function isUnannounced(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  provider: PaymentProviderName,
  ageMilliseconds: number,
): Promise<boolean> {
  const now = clock().getTime()
  const { rows } = await sql`
    select from (
      select made_at as at from payments where provider = ${provider} and status = 'completed'
        and id::text not in (select id from demo_rows where kind = 'payments')
      union all
      select created_at from krypto_orders where ${provider} = 'stripe' and paid_at is not null
        and id::text not in (select id from demo_rows where kind = 'krypto_orders')
    ) as paid
    where at < ${new Date(now - ageMilliseconds)} and at > ${new Date(now - 3 * 24 * 60 * minute)}
      and at - interval '5 minutes' > coalesce(
        (select max(received_at) from webhook_events where provider = ${provider}), '-infinity')
    limit 1`.execute(database.db)
  return rows.length > 0
}

const webhooks = { paypal: receivePayPal, stripe: receiveStripe }

/** Whether the events of a provider do not come. */
export async function findSilence(
  services: Pick<Services, 'database' | 'clock'>,
  provider: PaymentProviderName,
): Promise<readonly Finding[]> {
  if (!(await isUnannounced(services, provider, 60 * minute))) return []
  return [{ level: 'fault', code: 'webhook_silent', detail: webhooks[provider].path }]
}

/**
 * Answers, at most once a minute, whether a refused signature may be due to our own settings: when a
 * payment is known that no event announced. Anybody can send forgeries, so those alone prove nothing.
 */
export function watchSignatures(services: Pick<Services, 'database' | 'clock'>) {
  let nextAt = 0
  return async (provider: PaymentProviderName): Promise<boolean> => {
    const now = services.clock().getTime()
    if (now < nextAt) return false
    nextAt = now + minute
    return isUnannounced(services, provider, minute)
  }
}
