import pg from 'pg'
import type { NotificationHandler } from './database.ts'

const retryDelayMilliseconds = 1000
/** Nothing is asked but to be let in and to listen. */
const patienceMilliseconds = 5000
/** After this the system asks whether the other side is there: else we never would, who only listen. */
const silenceMilliseconds = 30_000

/**
 * LISTEN on a connection of its own, opened again whenever it is lost. Each new connection reports
 * a gap, because Postgres keeps no notifications for those who are away.
 */
export async function listenOnPostgres(
  url: string,
  channel: string,
  { onNotification, onGap }: NotificationHandler,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMilliseconds,
      query_timeout: patienceMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: silenceMilliseconds,
    })
    next.on('error', onError)
    next.on('end', retryLater)
    next.on('notification', ({ payload }) => onNotification(payload ?? ''))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      await onGap()
    } catch (error) {
      await next.end().catch(onError)
      throw error
    }
  }

  const retryLater = (): void => {
    if (stopped || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().catch((error: Error) => {
        onError(error)
        retryLater()
      })
    }, retryDelayMilliseconds)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end()
  }
}
