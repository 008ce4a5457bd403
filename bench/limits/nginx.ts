import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'

export interface Nginx {
  readonly stop: () => Promise<void>
}

/** One nginx worker that answers `/` with this HTML; null when nginx is not installed. */
export async function startNginx(port: number, html: Uint8Array): Promise<Nginx | null> {
  const folder = makeTemporaryFolder('kryptonique-nginx-')
  // When root starts nginx, its worker runs as another user.
  await chmod(folder, 0o755)
  await writeFile(path.join(folder, 'index.html'), html)
  await writeFile(path.join(folder, 'nginx.conf'), configuration(folder, port))
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: 'ignore',
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  })
  const ended = once(nginx, 'exit')
  try {
    await once(nginx, 'spawn')
  } catch {
    await ended.catch(() => undefined)
    return null
  }
  await untilAnswering(port)
  return {
    stop: async () => {
      nginx.kill('SIGQUIT')
      await ended
    },
  }
}

async function untilAnswering(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false)) return
    await sleep(50)
  }
  throw new Error('nginx does not answer')
}

function configuration(folder: string, port: number): string {
  return `
    daemon off; worker_processes 1; pid ${folder}/pid;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; keepalive_requests 1000000;
      types { text/html html; }
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`
}
