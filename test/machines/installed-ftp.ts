import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Certificate } from './certificate.ts'
import { freePort } from './free-port.ts'

/** The FTP servers of Debian and Ubuntu, in the order of the servers that game hosts run. */
export const ftpPrograms = ['vsftpd', 'proftpd', 'pure-ftpd'] as const
export type FtpProgram = (typeof ftpPrograms)[number]

export interface FtpServerSettings {
  readonly certificate: Certificate
  /** The only folder that the account sees. */
  readonly folder: string
  /** Where the server keeps its own files. */
  readonly workFolder: string
  readonly tls: 'offered' | 'required' | 'off'
  /** Whether it has no EPSV, and announces an address that nobody reaches. */
  readonly isBehindNat: boolean
}

export interface FtpServer {
  readonly port: number
  stop(): Promise<void>
}

/** The account `nobody` of Debian and Ubuntu, under which the servers read and write files. */
export const ftpAccountId = 65_534
const login = { user: 'dayz', password: 'p@ss:1' }
const privateAddress = '10.11.12.13'
const searchPath = `${process.env.PATH ?? ''}:/usr/sbin`

/** Why the program cannot be tested on this machine; null when it can. */
export function findObstacle(program: FtpProgram): string | null {
  if (process.getuid?.() !== 0) return 'only root may start it'
  return findProgram(program) === null ? `${program} is not installed` : null
}

function findProgram(name: string): string | null {
  const paths = searchPath.split(':').map((folder) => path.join(folder, name))
  return paths.find((file) => fs.existsSync(file)) ?? null
}

/** Starts the installed program with Debian's settings, for the user `dayz` with the password `p@ss:1`. */
export async function startFtpServer(
  program: FtpProgram,
  settings: FtpServerSettings,
): Promise<FtpServer> {
  const port = await freePort()
  const [command, ...parameters] = commands[program](settings, port)
  const server = spawn(command, parameters, {
    env: { ...process.env, PATH: searchPath },
    stdio: 'ignore',
    // With each session in a process of its own, which ends with the group.
    detached: true,
  })
  const ended = once(server, 'exit')
  await untilListening(port)
  return {
    port,
    stop: async () => {
      if (server.pid !== undefined) process.kill(-server.pid)
      await ended
    },
  }
}

/** Gives a folder a disk of 64 kB of its own. Returns how to take it away again. */
export function mountSmallDisk(folder: string): () => void {
  run('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=777', 'small', folder])
  return () => void run('umount', [folder])
}

type Command = readonly [string, ...string[]]

const commands: Readonly<
  Record<FtpProgram, (settings: FtpServerSettings, port: number) => Command>
> = {
  vsftpd: ({ certificate, folder, workFolder, tls, isBehindNat }, port) => {
    const at = (name: string) => path.join(workFolder, name)
    fs.mkdirSync(at('empty'), { recursive: true })
    fs.writeFileSync(at('certificate.pem'), certificate.pem)
    fs.writeFileSync(at('key.pem'), certificate.key)
    addAccount('/etc/passwd', at('passwd'), `x:${ftpAccountId}:${ftpAccountId}::${folder}:/bin/sh`)
    addAccount('/etc/shadow', at('shadow'), `${hash(login.password)}:20000:0:99999:7:::`)
    const lines = {
      listen: 'YES',
      listen_address: '127.0.0.1',
      listen_port: port,
      background: 'NO',
      anonymous_enable: 'NO',
      local_enable: 'YES',
      write_enable: 'YES',
      chroot_local_user: 'YES',
      allow_writeable_chroot: 'YES',
      secure_chroot_dir: at('empty'),
      seccomp_sandbox: 'NO',
      ...(tls !== 'off' && {
        ssl_enable: 'YES',
        rsa_cert_file: at('certificate.pem'),
        rsa_private_key_file: at('key.pem'),
      }),
      ...(tls === 'offered' && { force_local_logins_ssl: 'NO', force_local_data_ssl: 'NO' }),
      ...(isBehindNat && { cmds_denied: 'EPSV', pasv_address: privateAddress }),
    }
    const text = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`)
    fs.writeFileSync(at('vsftpd.conf'), text.join(''))
    // It only knows the accounts of the machine, which has this one for the server alone.
    const mounts = ['passwd', 'shadow'].map((name) => `mount --bind ${at(name)} /etc/${name}`)
    const script = [...mounts, `exec vsftpd ${at('vsftpd.conf')}`].join(' && ')
    return ['unshare', '--mount', 'sh', '-c', script]
  },

  proftpd: ({ certificate, folder, workFolder, tls, isBehindNat }, port) => {
    const at = (name: string) => path.join(workFolder, name)
    fs.mkdirSync(workFolder, { recursive: true })
    fs.writeFileSync(at('certificate.pem'), certificate.pem)
    fs.writeFileSync(at('key.pem'), certificate.key, { mode: 0o600 })
    const account = `${login.user}:${hash(login.password)}:${ftpAccountId}:${ftpAccountId}::${folder}:/bin/sh\n`
    fs.writeFileSync(at('users'), account, { mode: 0o600 })
    // Beside the program, also where its package was unpacked instead of installed.
    const modules = path.join(findProgram('proftpd') ?? '', '../../lib/proftpd')
    fs.writeFileSync(
      at('proftpd.conf'),
      `
        ModulePath ${modules}
        LoadModule mod_tls.c
        ServerType standalone
        DefaultAddress 127.0.0.1
        SocketBindTight on
        UseIPv6 off
        Port ${port}
        PidFile ${at('pid')}
        ScoreboardFile ${at('scoreboard')}
        DelayEngine off
        WtmpLog off
        User nobody
        Group nogroup
        AuthOrder mod_auth_file.c
        AuthUserFile ${at('users')}
        RequireValidShell off
        DefaultRoot ~
        Umask 022 022
        AllowOverwrite on
        ${isBehindNat ? `MasqueradeAddress ${privateAddress}` : ''}
        ${isBehindNat ? '<Limit EPSV>\nDenyAll\n</Limit>' : ''}
        TLSEngine ${tls === 'off' ? 'off' : 'on'}
        TLSRequired ${tls === 'required' ? 'on' : 'off'}
        TLSECCertificateFile ${at('certificate.pem')}
        TLSECCertificateKeyFile ${at('key.pem')}
        TLSVerifyClient off`,
    )
    return ['proftpd', '--nodaemon', '--config', at('proftpd.conf')]
  },

  'pure-ftpd': ({ certificate, folder, workFolder, tls, isBehindNat }, port) => {
    const at = (name: string) => path.join(workFolder, name)
    fs.mkdirSync(workFolder, { recursive: true })
    fs.writeFileSync(at('certificate.pem'), certificate.key + certificate.pem, { mode: 0o600 })
    const account = `${login.user}:${hash(login.password)}:${ftpAccountId}:${ftpAccountId}::${folder}/./::::::::::::\n`
    fs.writeFileSync(at('users'), account, { mode: 0o600 })
    run('pure-pw', ['mkdb', at('users.pdb'), '-f', at('users')])
    const parameters = [
      `--login=puredb:${at('users.pdb')}`,
      `--bind=127.0.0.1,${port}`,
      `--tls=${{ off: 0, offered: 1, required: 2 }[tls]}`,
      `--certfile=${at('certificate.pem')}`,
      `--pidfile=${at('pid')}`,
      '--chrooteveryone',
      '--noanonymous',
      '--dontresolve',
      // It always has EPSV.
      ...(isBehindNat ? [`--forcepassiveip=${privateAddress}`] : []),
    ]
    return ['pure-ftpd', ...parameters]
  },
}

function addAccount(original: string, file: string, account: string): void {
  fs.writeFileSync(file, `${fs.readFileSync(original, 'utf8')}${login.user}:${account}\n`)
}

function hash(password: string): string {
  return run('openssl', ['passwd', '-6', password]).trim()
}

function run(program: string, parameters: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(program, parameters, {
    env: { ...process.env, PATH: searchPath },
    encoding: 'utf8',
  })
  if (error || status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`)
  return stdout
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const socket = net.connect({ port, host: '127.0.0.1' })
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isListening) return
    await sleep(50)
  }
  throw new Error('the FTP server does not answer')
}
