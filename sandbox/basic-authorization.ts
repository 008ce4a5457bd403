interface Client {
  readonly clientId: string
  readonly clientSecret: string
}

/** Whether a header names the client by HTTP's Basic scheme (RFC 7617). */
export function isBasicFor(client: Client, authorization: string | undefined): boolean {
  const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return Buffer.from(basic, 'base64').toString() === `${client.clientId}:${client.clientSecret}`
}
