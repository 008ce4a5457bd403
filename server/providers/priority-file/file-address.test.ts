import { describe, expect, test } from 'vitest'
import { fingerprintOfPlace, parseFileAddress, parseFingerprint } from './file-address.ts'

describe('an address', () => {
  test.each([
    ['/srv/dayz/priority.txt', { kind: 'local', path: '/srv/dayz/priority.txt' }],
    [String.raw`C:\dayz\priority.txt`, { kind: 'local', path: String.raw`C:\dayz\priority.txt` }],
    [
      'sftp://da%40yz:p%3Aw%23@host:2022/my%20dayz/priority.txt',
      {
        kind: 'sftp',
        machine: { host: 'host', port: 2022, user: 'da@yz', password: 'p:w#' },
        path: '/my dayz/priority.txt',
      },
    ],
    [
      'sftp://dayz@host/priority.txt',
      {
        kind: 'sftp',
        machine: { host: 'host', port: 22, user: 'dayz', password: '' },
        path: '/priority.txt',
      },
    ],
    [
      'ftps://a:b@[::1]/priority.txt',
      {
        kind: 'ftps',
        machine: { host: '::1', port: 21, user: 'a', password: 'b' },
        path: '/priority.txt',
      },
    ],
    [
      'ftp://a:b@host:8821/priority.txt',
      {
        kind: 'ftp',
        machine: { host: 'host', port: 8821, user: 'a', password: 'b' },
        path: '/priority.txt',
      },
    ],
  ])('%s', (text, address) => {
    expect(parseFileAddress(text)).toEqual(address)
  })

  test.each([
    '',
    'http://host/file',
    'sftp://host/file',
    'ftps://user@host/file',
    'sftp://user:%@host/file',
    'ftp://a:b@host',
    'ftp://a:b@host/folder/',
    'ftp://a:%@host/file',
    'ftp://a:b%0D%0ADELE%20x@host/file',
    'sftp://a:b@host/file?name',
    'sftp://a:pass#word@host/file',
  ])('refuses "%s"', (text) => {
    expect(parseFileAddress(text)).toBeNull()
  })
})

describe('a fingerprint', () => {
  const canonical = `SHA256:${'A'.repeat(42)}8`
  const hex = `${'00'.repeat(31)}0f`

  test.each([
    canonical,
    `${canonical}=`,
    hex,
    hex.toUpperCase().match(/../g)?.join(':') ?? '',
    `sha256 Fingerprint=${hex}`,
    `SHA256 Fingerprint=${hex.match(/../g)?.join(':') ?? ''}`,
  ])('%s', (text) => {
    expect(parseFingerprint(text)).toBe(canonical)
  })

  test.each(['', 'SHA256:short', 'MD5:00:11', '16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48'])(
    'refuses "%s"',
    (text) => {
      expect(parseFingerprint(text)).toBeNull()
    },
  )
})

// Where the place changes, delivery is switched off and nothing there counts as owned.
describe('the place of ftp://a:b@host/list', () => {
  const placeOf = (text: string) => {
    const address = parseFileAddress(text)
    return address && fingerprintOfPlace(address)
  }

  test.each(['ftps://a:b@host/list', 'ftp://a:c@host/list', 'ftp://a:b@host:21/list'])(
    'is that of %s',
    (text) => expect(placeOf(text)).toBe(placeOf('ftp://a:b@host/list')),
  )

  test.each([
    'sftp://a:b@host:21/list',
    'ftp://z:b@host/list',
    'ftp://a:b@other/list',
    'ftp://a:b@host:2121/list',
    'ftp://a:b@host/other',
  ])('is not that of %s', (text) => expect(placeOf(text)).not.toBe(placeOf('ftp://a:b@host/list')))
})
