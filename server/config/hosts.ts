/** Names and addresses of this machine alone; IPv6 with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]?)$/i.test(
    host,
  )
}

export function isLoopback(url: string | undefined): boolean {
  return url !== undefined && isLoopbackHost(new URL(url).hostname)
}

export function isOrigin(url: string): boolean {
  return URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`
}

export function isHost(host: string): boolean {
  return URL.canParse(`http://${bracketed(host)}`) && /^[\w.:-]+$/.test(host)
}

/** The address at which this machine reaches a server that listens on `host`. */
export function localOrigin(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${bracketed(reachable)}:${port}`
}

/**
 * The other names by which a browser on this machine may call a site that is on it, each with the
 * port; none when the site is elsewhere.
 */
export function loopbackAliases(publicOrigin: string): readonly string[] {
  if (!isLoopback(publicOrigin)) return []
  const { host, port } = new URL(publicOrigin)
  return ['localhost', '127.0.0.1', '[::1]']
    .map((name) => (port ? `${name}:${port}` : name))
    .filter((alias) => alias !== host)
}

/** IPv6 addresses stand in brackets where a port can follow. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
