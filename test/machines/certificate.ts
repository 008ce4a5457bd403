import { createHash, generateKeyPairSync, sign } from 'node:crypto'

export interface Certificate {
  readonly pem: string
  readonly key: string
  /** As OpenSSL writes it. */
  readonly fingerprint: string
}

const [integer, bitString, identifier, utf8, utcTime, sequence, set] = [
  0x02, 0x03, 0x06, 0x0c, 0x17, 0x30, 0x31,
]

/** A certificate that signs itself, for nobody in particular; Node.js can read them but not make them. */
export function makeCertificate(validUntil = '491231235959Z'): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const commonName = der(identifier, Buffer.from([0x55, 0x04, 0x03]))
  const name = der(
    sequence,
    der(set, der(sequence, commonName, der(utf8, Buffer.from('game host')))),
  )
  const ecdsaWithSha256 = der(
    sequence,
    der(identifier, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])),
  )
  const unsigned = der(
    sequence,
    der(integer, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(
      sequence,
      der(utcTime, Buffer.from('200101000000Z')),
      der(utcTime, Buffer.from(validUntil)),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', unsigned, privateKey)
  const whole = der(
    sequence,
    unsigned,
    ecdsaWithSha256,
    der(bitString, Buffer.from([0]), signature),
  )
  const hex = createHash('sha256').update(whole).digest('hex').toUpperCase()
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: `sha256 Fingerprint=${hex.match(/../g)?.join(':') ?? ''}`,
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 0x80 ? [tag, length] : [tag, 0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from(head), content])
}
