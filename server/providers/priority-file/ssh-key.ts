import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type ssh2 from 'ssh2'

/** A private key for SSH, or what the owner has to mend, as the end of a sentence. */
export type SshKey = { readonly key: string } | { readonly problem: string }

/** Reads a private key, or the file that has it. The problem quotes nothing of a key. */
export function readSshKey(setting: string): SshKey {
  const isText = /^(?:ssh|ecdsa)-|-----BEGIN/.test(setting)
  let key: string
  try {
    // Files of settings have one line for each, so a text may have `\n` in place of its line breaks.
    key = isText ? setting.replaceAll(String.raw`\n`, '\n') : readFileSync(setting, 'utf8')
  } catch {
    return { problem: 'names a file that cannot be read' }
  }
  // Loaded only where a key is set: it takes several megabytes.
  const { utils }: typeof ssh2 = createRequire(import.meta.url)('ssh2')
  const parsed = utils.parseKey(key)
  if (parsed instanceof Error) {
    return /passphrase/i.test(parsed.message) || key.includes('BEGIN ENCRYPTED')
      ? { problem: 'is a key with a passphrase, which nobody could type here: make one without' }
      : { problem: 'must be a private key as ssh-keygen makes it, or the path of its file' }
  }
  return parsed.isPrivateKey()
    ? { key }
    : { problem: 'is a public key: the private one is needed, which has no .pub in its name' }
}
