import { PgBoss } from 'pg-boss'
import { replace } from './wide-limits.ts'

// Many tests wait for messages to the staff, whose queue pg-boss reads every two seconds. It is the
// only one with options.
replace(PgBoss.prototype, 'work', ([name, options, ...rest]) => [
  name,
  typeof options === 'object' ? { ...options, pollingIntervalSeconds: 0.5 } : options,
  ...rest,
])
