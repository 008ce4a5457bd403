import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createJournal, steamIdOf } from '#test/factories/perk-adapters.ts'
import { makeCertificate, type Certificate } from '#test/machines/certificate.ts'
import { startFtpMachine } from '#test/machines/ftp-machine.ts'
import {
  findObstacle,
  ftpAccountId,
  ftpPrograms,
  mountSmallDisk,
  startFtpServer,
  type FtpServer,
  type FtpServerSettings,
} from '#test/machines/installed-ftp.ts'
import { startScriptedFtp } from '#test/machines/scripted-ftp.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { parseFileAddress, parseFingerprint } from './file-address.ts'
import { createPriorityFile } from './priority-file.ts'

const expired = makeCertificate('210101000000Z')
const [alice, bob, staff] = [steamIdOf(1), steamIdOf(2), steamIdOf(3)]
const perk = 'priority_queue'
/** An account of the machine that is not the one of FTP. */
const gameAccountId = 4712

interface Place {
  readonly port: number
  readonly scheme?: 'ftp' | 'ftps'
  readonly file?: string
}

function adapterAt({ port, scheme = 'ftps', file = 'priority.txt' }: Place) {
  const address = parseFileAddress(`${scheme}://dayz:p%40ss%3A1@127.0.0.1:${port}/${file}`)
  if (!address) throw new Error('no address')
  const made = createPriorityFile({
    isOnFromStart: false,
    address,
    format: 'semicolon',
    fingerprint: scheme === 'ftps' ? parseFingerprint(expired.fingerprint) : null,
    hostKeys: { find: () => Promise.resolve(null), keep: () => Promise.resolve() },
    sshKey: null,
  })
  const { signal } = new AbortController()
  return {
    check: () => made.check(signal),
    apply: (desired: readonly string[]) =>
      made.apply(
        {
          perks: [alice, bob, ...manyIds].flatMap((steamId) =>
            desired.includes(steamId)
              ? [{ steamId, perk, color: null, endsAt: null, note: 'order:1', discordId: null }]
              : [],
          ),
          owned: [alice, bob].map((steamId) => ({ steamId, perk })),
          restore: null,
        },
        createJournal(),
        signal,
      ),
  }
}
const manyIds = Array.from({ length: 5000 }, (_, index) => steamIdOf(1000 + index))

type Start = (settings: Omit<FtpServerSettings, 'certificate' | 'workFolder'>) => Promise<FtpServer>

/** A server on a folder that belongs to its account. */
async function serve(
  start: Start,
  changes: Partial<Pick<FtpServerSettings, 'tls' | 'isBehindNat'>>,
) {
  const folder = path.join(makeTemporaryFolder('ftp-'), 'game')
  fs.mkdirSync(folder)
  fs.chmodSync(path.dirname(folder), 0o755)
  const server = await start({ folder, tls: 'offered', isBehindNat: false, ...changes })
  onTestFinished(async () => {
    await server.stop()
    fs.rmSync(path.dirname(folder), { recursive: true })
  })
  const file = path.join(folder, 'priority.txt')
  return {
    port: server.port,
    folder,
    put: (text: string, mode = 0o644) => {
      fs.writeFileSync(file, text)
      fs.chmodSync(file, mode)
      fs.chownSync(file, fs.statSync(folder).uid, fs.statSync(folder).gid)
    },
    there: () => fs.readFileSync(file, 'utf8'),
    mode: () => fs.statSync(file).mode & 0o777,
    file,
  }
}

function describeServer(start: Start): void {
  test('by a certificate that is pinned and has expired, a file is changed, emptied and filled', async () => {
    const { port, put, there, mode, folder } = await serve(start, {})
    put(staff, 0o664)
    expect(await adapterAt({ port }).apply([alice])).toMatchObject({ outcome: 'applied' })
    expect(there()).toBe(`${staff};${alice}`)
    expect(mode()).toBe(0o664)
    put(alice)
    expect(await adapterAt({ port }).apply([])).toMatchObject({ outcome: 'applied' })
    expect(there()).toBe('\n')
    expect(await adapterAt({ port }).apply([])).toMatchObject({ isChanged: false })
    await adapterAt({ port }).apply([bob])
    expect(there()).toBe(bob)
    expect(fs.readdirSync(folder)).toEqual(['priority.txt'])
  })

  test.each(['ftp', 'ftps'] as const)(
    'by %s a new file can be read by the game',
    async (scheme) => {
      const { port, there, mode } = await serve(start, {})
      expect(await adapterAt({ port, scheme }).apply([alice])).toMatchObject({ outcome: 'applied' })
      expect(there()).toBe(alice)
      expect(mode()).toBe(0o644)
    },
  )

  test.each(['ftp', 'ftps'] as const)('behind a router it is reached by %s', async (scheme) => {
    const { port, put, there } = await serve(start, { isBehindNat: true })
    put(staff)
    expect(await adapterAt({ port, scheme }).apply([alice])).toMatchObject({ outcome: 'applied' })
    expect(there()).toBe(`${staff};${alice}`)
  })

  test('a wrong path is named for what it is', async () => {
    const { port, folder } = await serve(start, {})
    fs.mkdirSync(path.join(folder, 'mpmissions'))
    for (const scheme of ['ftp', 'ftps'] as const) {
      const inNoFolder = adapterAt({ port, scheme, file: 'none/priority.txt' })
      expect(await inNoFolder.check()).toMatchObject({ code: 'folder_missing' })
      expect(await inNoFolder.apply([alice])).toMatchObject({ code: 'folder_missing' })
      const atFolder = adapterAt({ port, scheme, file: 'mpmissions' })
      expect(await atFolder.apply([alice])).toMatchObject({ code: 'is_a_folder' })
    }
  })

  test.each([
    ['ftp', 'required', 'tls_required'],
    ['ftps', 'off', 'tls_missing'],
  ] as const)('by %s, with TLS that is %s, nothing is delivered', async (scheme, tls, code) => {
    const { port, put, there } = await serve(start, { tls })
    put(staff)
    const result = await adapterAt({ port, scheme }).apply([alice])
    expect(result).toMatchObject({ outcome: 'needs_owner', code })
    expect(there()).toBe(staff)
  })
}

describe('the FTP server of the tests', () => {
  describeServer(({ folder, tls, isBehindNat }) =>
    startFtpMachine(folder, { certificate: expired, tls, isBehindNat }),
  )

  test('may begin another TLS session for files, but not with another certificate', async () => {
    const withData =
      (dataCertificate: Certificate): Start =>
      ({ folder }) =>
        startFtpMachine(folder, { certificate: expired, dataCertificate })
    const own = await serve(withData(expired), {})
    expect(await adapterAt({ port: own.port }).apply([alice])).toMatchObject({ outcome: 'applied' })
    const unmanaged = await serve(withData(makeCertificate()), {})
    const result = await adapterAt({ port: unmanaged.port }).apply([alice])
    expect(result).toMatchObject({ outcome: 'needs_owner', code: 'certificate_unknown' })
    expect(fs.readdirSync(unmanaged.folder)).toEqual([])
  })

  test('has a file open in the game, which is tried again', async () => {
    const inUse: Start = async ({ folder }) => {
      const machine = await startFtpMachine(folder)
      machine.files.fail('file-in-use')
      return machine
    }
    const { port, put } = await serve(inUse, {})
    put(staff)
    const result = await adapterAt({ port, scheme: 'ftp' }).apply([alice])
    expect(result).toMatchObject({ outcome: 'retry', code: 'file_in_use' })
  })

  test('lists no folder, so the file is written over', async () => {
    const unlisted: Start = async ({ folder }) => {
      const machine = await startFtpMachine(folder)
      machine.files.fail('list-refused')
      return machine
    }
    const { port, put, there, folder } = await serve(unlisted, {})
    put(staff)
    expect(await adapterAt({ port, scheme: 'ftp' }).apply([alice])).toMatchObject({
      notes: [{ code: 'written_in_place' }],
    })
    expect([there(), fs.readdirSync(folder)]).toEqual([`${staff};${alice}`, ['priority.txt']])
  })
})

describe.each(ftpPrograms)('%s', (program) => {
  const obstacle = findObstacle(program)
  if (obstacle !== null) {
    test.skip(`delivers [skipped: ${obstacle}]`)
    return
  }
  const start: Start = (settings) => {
    fs.chownSync(settings.folder, ftpAccountId, ftpAccountId)
    const workFolder = path.join(path.dirname(settings.folder), 'work')
    return startFtpServer(program, { ...settings, certificate: expired, workFolder })
  }
  describeServer(start)

  test('a file of another account stays theirs', async () => {
    const { port, put, there, mode, file } = await serve(start, {})
    put(staff, 0o666)
    fs.chownSync(file, gameAccountId, gameAccountId)
    await adapterAt({ port }).apply([alice])
    expect(there()).toBe(`${staff};${alice}`)
    expect(mode()).toBe(0o666)
    expect(fs.statSync(file)).toMatchObject({ uid: gameAccountId, gid: gameAccountId })
  })

  test.each([
    ['all', 0o644, gameAccountId],
    ['our group', 0o640, ftpAccountId],
  ])('a file that %s may read and we may not write is replaced', async (_, old, group) => {
    const { port, put, there, mode, file } = await serve(start, {})
    put(staff, old)
    fs.chownSync(file, gameAccountId, group)
    expect(await adapterAt({ port }).apply([alice])).toMatchObject({
      notes: [{ code: 'owner_not_kept', detail: expect.stringMatching(/ 4712, .* → /) }],
    })
    expect(there()).toBe(`${staff};${alice}`)
    expect(mode()).toBe(0o644)
  })

  test('a file that we may not read stays as it is', async () => {
    const { port, put, there, file } = await serve(start, {})
    put(staff, 0o600)
    fs.chownSync(file, gameAccountId, gameAccountId)
    for (const scheme of ['ftp', 'ftps'] as const) {
      const result = await adapterAt({ port, scheme }).apply([alice])
      expect(result).toMatchObject({ outcome: 'needs_owner', code: 'not_allowed' })
    }
    expect(there()).toBe(staff)
  })

  test('a link stays one, and its file is changed if the server allows that', async () => {
    const { port, put, there, folder, file } = await serve(start, {})
    put(staff)
    fs.renameSync(file, path.join(folder, 'real.txt'))
    fs.symlinkSync('real.txt', file)
    const result = await adapterAt({ port }).apply([alice])
    const isWritten = program !== 'pure-ftpd'
    expect(result).toMatchObject(isWritten ? { outcome: 'applied' } : { code: 'is_a_link' })
    expect(there()).toBe(isWritten ? `${staff};${alice}` : staff)
    expect(fs.readlinkSync(file)).toBe('real.txt')
  })

  test('on a full disk the file stays, and the draft goes', async () => {
    let unmount = () => {}
    const withDisk: Start = (settings) => {
      const disk = path.join(settings.folder, 'disk')
      fs.mkdirSync(disk)
      unmount = mountSmallDisk(disk)
      return start(settings)
    }
    const { port, folder } = await serve(withDisk, {})
    onTestFinished(unmount)
    const disk = path.join(folder, 'disk')
    const file = path.join(disk, 'priority.txt')
    fs.writeFileSync(file, staff)
    for (const scheme of ['ftp', 'ftps'] as const) {
      const full = adapterAt({ port, scheme, file: 'disk/priority.txt' })
      expect(await full.apply(manyIds)).toMatchObject({ code: 'disk_full' })
      expect(fs.readFileSync(file, 'utf8')).toBe(staff)
      expect(fs.readdirSync(disk)).toEqual(['priority.txt'])
    }
  })
})

describe('a server that refuses by', () => {
  test.each([
    ['ftp', { USER: '530 Non-anonymous sessions must use encryption.' }, 'tls_required'],
    ['ftp', { USER: '421-Sorry, cleartext sessions are not accepted.\r\n421 Bye' }, 'tls_required'],
    ['ftp', { USER: '534 Policy requires SSL.' }, 'tls_required'],
    ['ftp', { USER: '503 Use AUTH first.' }, 'tls_required'],
    ['ftp', { PASS: '530 Login incorrect.' }, 'password_refused'],
    ['ftp', { PASS: '530 Sorry, the maximum number of clients are connected.' }, 'limited'],
    ['ftp', { PASS: '421 There are too many connected users.' }, 'limited'],
    ['ftp', { PASS: '500 OOPS: refusing to run with writable root.' }, 'unexpected_answer'],
    ['ftps', { AUTH: '530 Please login with USER and PASS.' }, 'tls_missing'],
    ['ftps', { AUTH: '502 Not implemented.' }, 'tls_missing'],
    ['ftps', { AUTH: '421 Service not available.' }, 'unreachable'],
    // Nobody listens on port 1.
    [
      'ftp',
      { EPSV: '229 Extended (|||1|)', PASV: '227 Passive (127,0,0,1,0,1)' },
      'data_ports_closed',
    ],
    ['ftp', { EPSV: '500 What?', PASV: '502 Only active mode.' }, 'data_ports_closed'],
  ] as const)('%s with %j is worded as %s', async (scheme, replies, code) => {
    const { port, stop } = await startScriptedFtp(replies)
    onTestFinished(stop)
    expect(await adapterAt({ port, scheme }).check()).toMatchObject({ code })
  })
})
