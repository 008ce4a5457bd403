import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '#test/repo-rules/source-files.ts'

/** The domain of deploy/nginx/kryptonique.conf. */
export const domain = 'kryptonique.example'

export interface SiteNginx {
  readonly port: number
  /** Without TLS. */
  readonly plainPort: number
  /** Its self-signed certificate, for clients to trust. */
  readonly certificate: string
  readonly stop: () => Promise<void>
}

const environment = { PATH: `${process.env['PATH']}:/usr/sbin` }

/** The first missing program that the proxy needs; null when all are installed. */
export function findMissingProgram(): string | null {
  const missing = [['nginx', '-v'] as const, ['openssl', 'version'] as const].find(
    ([program, parameter]) => spawnSync(program, [parameter], { env: environment }).error,
  )
  return missing ? `${missing[0]} is not installed` : null
}

/** nginx with the example of deploy/, on other ports and with its own certificate. */
export async function startSiteNginx(
  folder: string,
  { port, plainPort }: Pick<SiteNginx, 'port' | 'plainPort'>,
  processPorts: readonly [number, number],
): Promise<SiteNginx> {
  const live = path.join(folder, 'letsencrypt/live', domain)
  mkdirSync(live, { recursive: true })
  makeCertificate(live)
  const site = replaceAll(readFileSync(path.join(root, 'deploy/nginx/kryptonique.conf'), 'utf8'), [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    [/^ *listen \[::\].*\n/gm, ''],
    ['/etc/letsencrypt', path.join(folder, 'letsencrypt')],
    ['/opt/kryptonique', root],
    // Not the beginning of a port like 30016, which may be one of those above.
    [/127\.0\.0\.1:3000\b/g, `127.0.0.1:${processPorts[0]}`],
    [/127\.0\.0\.1:3001\b/g, `127.0.0.1:${processPorts[1]}`],
  ])
  writeFileSync(path.join(folder, 'kryptonique.conf'), site)
  writeFileSync(path.join(folder, 'nginx.conf'), aroundSite(folder))
  const files = ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr']
  const check = spawnSync('nginx', [...files, '-t'], { env: environment, encoding: 'utf8' })
  if (check.status !== 0) throw new Error(check.stderr)
  const nginx = spawn('nginx', files, { stdio: 'ignore', env: environment })
  const ended = once(nginx, 'exit')
  await untilListening(port)
  return {
    port,
    plainPort,
    certificate: readFileSync(path.join(live, 'fullchain.pem'), 'utf8'),
    stop: async () => {
      nginx.kill('SIGTERM')
      await ended
    },
  }
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const socket = connect({ port, host: '127.0.0.1' })
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isListening) return
    await sleep(50)
  }
  throw new Error('nginx does not answer')
}

/** Throws when a text is missing: otherwise the test would run without that part of the example. */
function replaceAll(text: string, replacements: readonly (readonly [string | RegExp, string])[]) {
  return replacements.reduce((changed, [old, replacement]) => {
    const result = changed.replaceAll(old, replacement)
    if (result === changed) throw new Error(`deploy/nginx/kryptonique.conf has no ${String(old)}`)
    return result
  }, text)
}

function makeCertificate(folder: string): void {
  const parameters = [
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2',
    `-subj /CN=${domain} -addext subjectAltName=DNS:${domain}`,
    '-keyout privkey.pem -out fullchain.pem',
  ]
  const words = parameters.join(' ').split(' ')
  const { status, stderr } = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** A system's nginx.conf around our example, with all files in the folder. */
function aroundSite(folder: string): string {
  return `
    daemon off; worker_processes 2; pid ${folder}/pid;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 512; }
    http {
      types { text/html html; }
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      include ${folder}/kryptonique.conf;
    }`
}
