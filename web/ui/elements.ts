import type { ReactElement } from 'react'

/**
 * Children that stand beside others, and so are elements: the translators of browsers replace a bare
 * text, and React crashes when it then inserts something before it.
 */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined
