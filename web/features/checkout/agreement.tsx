import { Fragment } from 'react'
import { paths } from '#contract/paths.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/**
 * What the buyer agrees to by paying, beside the pay button. Its links open new tabs, because they must
 * not end a payment.
 */
export function Agreement() {
  const links: Readonly<Record<string, readonly [path: string, text: string]>> = {
    '[terms]': [paths.legalTerms(), m.checkout_agreement_terms()],
    '[privacy]': [paths.legalPrivacy(), m.checkout_agreement_privacy()],
  }
  const sentence = m.checkout_agreement({ terms: '[terms]', privacy: '[privacy]' })
  return (
    <p className="mt-5 text-sm text-muted">
      {sentence.split(/(\[terms\]|\[privacy\])/).map((part) => {
        const [path, text] = links[part] ?? []
        return path === undefined ? (
          <Fragment key={part}>{part}</Fragment>
        ) : (
          <a
            key={part}
            href={path}
            target="_blank"
            rel="noreferrer"
            className="text-crystal underline underline-offset-4"
          >
            {text}
          </a>
        )
      })}
    </p>
  )
}
