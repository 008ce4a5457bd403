/** What the HTTP thread asks of the database thread. */
export type Request =
  | { id: number; kind: 'query'; sql: string; parameters: unknown[]; rowMode: RowMode }
  | { id: number; kind: 'execute'; sql: string }
  | { id: number; kind: 'listen'; channel: string }
  | { id: number; kind: 'close' }

/** A request before it has its number. */
export type Call = Request extends infer Each
  ? Each extends Request
    ? Omit<Each, 'id'>
    : never
  : never

export type RowMode = 'object' | 'array'

export type Answer =
  | { kind: 'ready' }
  | { kind: 'notification'; channel: string; payload: string }
  | { kind: 'result'; id: number; result: unknown }
  | { kind: 'error'; id: number; error: DatabaseFault }

/** A PostgreSQL error without its parameters, which may hold personal data. */
export interface DatabaseFault {
  message: string
  code?: string
  constraint?: string
  table?: string
}
