import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const packageFile = path.resolve(import.meta.dirname, '../package.json')

/** Which version of the product this is. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8')))
