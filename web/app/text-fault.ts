import type * as z from 'zod/mini'
import { m } from '#web/i18n/paraglide/messages.js'

/** What is wrong with a typed text by the contract's schema; `missing` is for one of spaces alone. */
export function textFault(
  schema: z.ZodMiniType,
  text: string,
  missing: () => string,
): string | false {
  if (text.trim() === '') return missing()
  return !schema.safeParse(text).success && m.form_text_refused()
}
