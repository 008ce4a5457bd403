import { randomBytes, sign, type KeyObject } from 'node:crypto'

const sha256WithRsa = '2a864886f70d01010b'
const commonName = '550403'

/**
 * Makes a self-signed X.509 certificate, valid for ten years, as PEM. Node reads certificates but
 * cannot make them; this is the small part of DER that one needs (RFC 5280 §4.1).
 */
export function createCertificate(
  name: string,
  publicKey: KeyObject,
  privateKey: KeyObject,
): string {
  const algorithm = sequence(objectId(sha256WithRsa), element(0x05))
  const distinguishedName = sequence(
    element(0x31, sequence(objectId(commonName), element(0x0c, Buffer.from(name)))),
  )
  const now = new Date()
  const tenYearsOn = new Date(now.getTime() + 10 * 365 * 86_400_000)
  const toBeSigned = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(positiveSerial()),
    algorithm,
    distinguishedName,
    sequence(utcTime(now), utcTime(tenYearsOn)),
    distinguishedName,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('RSA-SHA256', toBeSigned, privateKey)
  return toPem(sequence(toBeSigned, algorithm, bitString(signature)))
}

function element(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOctets(content.length), content])
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  if (length < 0x1_00) return Buffer.from([0x81, length])
  return Buffer.from([0x82, length >> 8, length & 0xff])
}

const sequence = (...contents: Buffer[]): Buffer => element(0x30, ...contents)
const integer = (bytes: Buffer): Buffer => element(0x02, bytes)
const objectId = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'))
const bitString = (bytes: Buffer): Buffer => element(0x03, Buffer.from([0]), bytes)

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14)
  return element(0x17, Buffer.from(`${digits}Z`))
}

function positiveSerial(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f)
  return bytes
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
