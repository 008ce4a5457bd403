import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** An operation of a published schema, and the status of the answer. */
export interface AnswerKind {
  readonly path: string
  readonly method: 'get' | 'post'
  readonly status: string
}

export interface Contract {
  /** The violations of the published schema; empty for a valid body. */
  faults(kind: AnswerKind, body: unknown): string[]
  /** The same for a named schema. */
  faultsOf(schemaName: string, body: unknown): string[]
}

/** Loads a published schema from `test/schemas/`. */
export function loadContract(
  file: 'discord.json' | 'paypal-orders.json' | 'paypal-disputes.json' | 'stripe-checkout.json',
): Contract {
  const text = readFileSync(new URL(`../../test/schemas/${file}`, import.meta.url), 'utf8')
  // `unicodeRegExp` off: two published e-mail patterns are invalid with the flag `u`.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    unicodeRegExp: false,
  })
  ajv.addSchema(JSON.parse(text), file)

  function check(pointer: string, body: unknown): string[] {
    const validate = ajv.getSchema(`${file}#${pointer}`)
    if (!validate) throw new Error(`the published schema has no ${pointer}`)
    void validate(body)
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }

  return {
    faults({ path, method, status }, body) {
      const keys = ['paths', path, method, 'responses', status, 'content', 'application/json']
      return check(`/${keys.map(escapeKey).join('/')}/schema`, body)
    },
    faultsOf: (name, body) => check(`/components/schemas/${escapeKey(name)}`, body),
  }
}

function escapeKey(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
