import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createInteractions } from './interactions.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const hex = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
const interactions = createInteractions(
  { origin: 'http://127.0.0.1:1', publicKey: hex },
  noInstrumentation,
)
const now = new Date('2026-11-30T12:00:00Z')
const seconds = now.getTime() / 1000
const ping = JSON.stringify({ id: '10000', application_id: '10001', token: 't', type: 1 })

function read(body: string, timestamp: string | number, signature: string): string {
  const headers = new Headers({
    'x-signature-ed25519': signature,
    'x-signature-timestamp': String(timestamp),
  })
  return interactions.read(headers, Buffer.from(body), now).outcome
}

function signed(body: string, timestamp: string | number, key = privateKey): string {
  return sign(null, Buffer.from(`${timestamp}${body}`), key).toString('hex')
}

it.each([0, 299, -59])('believes what Discord signed %i seconds ago', (age) => {
  expect(read(ping, seconds - age, signed(ping, seconds - age))).toBe('verified')
})

it.each([301, -61, 86_400])('refuses what it signed %i seconds ago', (age) => {
  expect(read(ping, seconds - age, signed(ping, seconds - age))).toBe('forged')
})

it('refuses another body, time or key, and signatures that are none', () => {
  const other = generateKeyPairSync('ed25519').privateKey
  const good = signed(ping, seconds)
  expect([
    read(`${ping} `, seconds, good),
    read(ping, seconds - 1, good),
    read(ping, seconds, signed(ping, seconds, other)),
    read(ping, seconds, good.slice(2)),
    read(ping, seconds, ''),
    read(ping, `${seconds}.0`, signed(ping, `${seconds}.0`)),
    read(ping, '', signed(ping, '')),
  ]).toEqual(Array.from({ length: 7 }, () => 'forged'))
})

it('does not read what it does not know', () => {
  const modal = ping.replace('"type":1', '"type":5')
  expect(read(modal, seconds, signed(modal, seconds))).toBe('unknown')
  expect(read('{', seconds, signed('{', seconds))).toBe('unknown')
})

it('refuses 10,000 forgeries', () => {
  const good = Buffer.from(signed(ping, seconds), 'hex')
  const accepted = Array.from({ length: 10_000 }, (_, index) => {
    // A bit of the genuine one, or all of it.
    const forged = index % 2 === 0 ? Buffer.from(good) : randomBytes(64)
    if (index % 2 === 0)
      forged.writeUInt8(forged.readUInt8(index % 64) ^ (1 << (index % 7)), index % 64)
    return read(ping, seconds, forged.toString('hex'))
  }).filter((outcome) => outcome !== 'forged')
  expect(accepted).toEqual([])
})
