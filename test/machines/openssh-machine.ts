import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import ssh2 from 'ssh2'
import { findFreePort } from '#test/free-port.ts'
import { isExecutable } from '#test/postgres-binaries.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'

const isRoot = process.getuid?.() === 0
const program = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
  .map((folder) => path.join(folder, 'sshd'))
  .find(isExecutable)

/** Why OpenSSH cannot be tested on this machine; null when it can. */
export const openSshObstacle = program === undefined ? 'sshd is not installed' : null
/** The same for its account `nobody`, which owns none of our files. */
export const nobodyObstacle = isRoot ? openSshObstacle : 'only root may start it for nobody'

export interface OpenSshMachine {
  readonly port: number
  readonly user: string
  /** With which the account logs in; no password is accepted. */
  readonly sshKey: string
  stop(): Promise<void>
}

interface OpenSshOptions {
  /** The requests of SFTP that it refuses, by OpenSSH's names. */
  readonly refused?: readonly string[]
  /** Whether its account is `nobody` instead of that of this process. */
  readonly isNobody?: boolean
}

/** Debian's OpenSSH, whose account sees all folders of this machine. */
export async function startOpenSsh({
  refused = [],
  isNobody = false,
}: OpenSshOptions = {}): Promise<OpenSshMachine> {
  if (program === undefined) throw new Error('sshd is not installed')
  // Without it root's server does not start. Debian's service makes it.
  if (isRoot) mkdirSync('/run/sshd', { recursive: true })
  const user = isNobody ? 'nobody' : os.userInfo().username
  const folder = makeTemporaryFolder('openssh-')
  // Of its ed25519 keys some three of a thousand cannot be read.
  const [host, own] = [1, 2].map(() => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }))
  const port = await findFreePort()
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${folder}/host`,
    `AuthorizedKeysFile ${folder}/keys`,
    'StrictModes no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PidFile none',
    `Subsystem sftp internal-sftp ${refused.length > 0 ? `-P ${refused.join()}` : ''}`,
  ]
  const files = { config: settings.join('\n'), host: host?.private ?? '', keys: own?.public ?? '' }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), text, { mode: name === 'keys' ? 0o644 : 0o600 })
  }
  // The account reads its own keys.
  chmodSync(folder, 0o755)
  const server = spawn(program, ['-D', '-e', '-f', path.join(folder, 'config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  const log: string[] = []
  for await (const line of createInterface(server.stderr)) {
    log.push(line)
    if (line.includes('listening')) break
  }
  if (server.exitCode !== null) throw new Error(log.join('\n'))
  server.stderr.resume()
  return {
    port,
    user,
    sshKey: own?.private ?? '',
    stop: async () => {
      server.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
