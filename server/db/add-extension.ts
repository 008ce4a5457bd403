import { sql, type Kysely } from 'kysely'
import { textMember } from './errors.ts'

const notPermitted = '42501'
const notOnThisServer = new Set(['0A000', '58P01'])

/**
 * Adds an extension of PostgreSQL's distribution, which takes the right to create in this database.
 * @throws with advice for the owner when the server lacks it, or our user may not add it.
 */
export async function addExtension<Tables>(db: Kysely<Tables>, name: string): Promise<void> {
  try {
    await sql`create extension if not exists ${sql.ref(name)}`.execute(db)
  } catch (cause) {
    const advice = adviceFor(cause, name)
    throw advice === null ? cause : new Error(advice, { cause })
  }
}

function adviceFor(error: unknown, name: string): string | null {
  const code = error instanceof Error ? textMember(error, 'code') : ''
  if (code === notPermitted) {
    return `The user of DATABASE_URL may not add the extension ${name}. Let the database’s owner run “create extension ${name}” in it, then start again.`
  }
  if (notOnThisServer.has(code)) {
    return `This PostgreSQL has no extension ${name}. Install its “contrib” package, or allow the extension at your provider, then start again.`
  }
  return null
}
