import type { AnyAuthMethod, AuthenticationType } from 'ssh2'
import { FaultError } from '#server/providers/perk-adapter.ts'
import type { RemoteMachine } from './file-address.ts'

/**
 * Logs in by the key, and by the password where the machine wants it, each sent once: hosts block who
 * is refused too often.
 */
export function createLogin({ user: username, password }: RemoteMachine, key: string | null) {
  const sent: string[] = []
  let offered: readonly string[] = []
  let isHalfIn = false
  let isPrompted = false
  let question: string | null = null

  const choose = (): AnyAuthMethod | false => {
    if (key !== null && offered.includes('publickey') && !sent.includes('key')) {
      sent.push('key')
      return { type: 'publickey', username, key }
    }
    if (password === '' || sent.includes('password')) return false
    if (offered.includes('password')) {
      sent.push('password')
      return { type: 'password', username, password }
    }
    if (isPrompted || !offered.includes('keyboard-interactive')) return false
    isPrompted = true
    return {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, prompts, finish) => {
        const [first, second] = prompts
        // Some servers end by a question with no fields.
        if (!first) return finish([])
        if (second || first.echo || sent.includes('password')) {
          question ??= (second ?? first).prompt.trim()
          return finish(prompts.map(() => ''))
        }
        sent.push('password')
        return finish([password])
      },
    }
  }

  let hasBegun = false
  return {
    /** The next way to log in, by what the machine offers. */
    next: (methods: readonly AuthenticationType[], hasPart: boolean): AnyAuthMethod | false => {
      // The first call comes before the machine has said what it offers.
      if (!hasBegun) {
        hasBegun = true
        return { type: 'none', username }
      }
      offered = methods
      isHalfIn = hasPart
      return choose()
    },
    /** Whether it asked for what we do not know: after that it may just disconnect. */
    wasPrompted: () => question !== null,
    /** Why the machine did not let us in. */
    fault: (detail: string): FaultError => {
      if (question !== null) return new FaultError('login_unsupported', `it asks: ${question}`)
      const last = sent.at(-1)
      if (last === undefined || isHalfIn) {
        return new FaultError('login_unsupported', `it wants: ${offered.join(', ')}`)
      }
      return new FaultError(last === 'key' ? 'ssh_key_refused' : 'password_refused', detail)
    },
  }
}
