/** The package has no types of its own; this is the part that we use. */
declare module 'gamedig' {
  interface QueryOptions {
    readonly type: string
    readonly host: string
    readonly port: number
    /** Without it the ports that DayZ usually has are tried as well. */
    readonly givenPortOnly?: boolean
    readonly ipFamily?: 0 | 4 | 6
    readonly maxRetries?: number
    /** Milliseconds for one packet. */
    readonly socketTimeout?: number
    /** Milliseconds for all of it. */
    readonly attemptTimeout?: number
    readonly requestPlayers?: boolean
    readonly requestRules?: boolean
  }

  interface QueryResult {
    readonly numplayers: number
    readonly players: readonly unknown[]
  }

  export const GameDig: {
    /** By a socket that all callers share, and that keeps no process alive. */
    query(options: QueryOptions): Promise<QueryResult>
  }
}
