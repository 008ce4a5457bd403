import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { createJournal, steamIdOf } from '#test/factories/perk-adapters.ts'
import type { ChangeJournal, DesiredState } from '#server/providers/perk-adapter.ts'
import { foreignAddition, type MachineFault } from '#sandbox/game/faulty-folder.ts'
import type { FileMachine } from '#test/machines/faulty-folder.ts'
import { startFtpMachine } from '#test/machines/ftp-machine.ts'
import { startSftpMachine } from '#test/machines/sftp-machine.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { parseFileAddress, parseFingerprint } from './file-address.ts'
import { createPriorityFile } from './priority-file.ts'

type Kind = 'local' | 'sftp' | 'ftp' | 'ftps'
const remoteKinds = ['sftp', 'ftp', 'ftps'] as const
const machineKinds = ['sftp', 'ftp'] as const

const folder = makeTemporaryFolder('game-')
const file = path.join(folder, 'priority.txt')
let sftp: FileMachine
let ftp: Awaited<ReturnType<typeof startFtpMachine>>
beforeAll(async () => {
  sftp = await startSftpMachine(folder)
  ftp = await startFtpMachine(folder)
})
afterAll(async () => {
  await Promise.all([sftp.stop(), ftp.stop()])
  fs.rmSync(folder, { recursive: true })
})
beforeEach(() => {
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true })
  sftp.files.fail()
  ftp.files.fail()
})

function machineOf(kind: (typeof remoteKinds)[number]): FileMachine {
  return kind === 'sftp' ? sftp : ftp
}

interface Changes {
  readonly password?: string
  readonly name?: string
  readonly fingerprint?: string | null
  readonly keys?: Map<string, string>
  readonly format?: 'semicolon' | 'lines'
  readonly stopped?: AbortSignal
  readonly port?: number
}

/** The adapter for the file of a machine of this kind. */
function adapter(kind: Kind, changes: Changes = {}) {
  const { password = 'p@ss:1', name = 'priority.txt', keys = new Map<string, string>() } = changes
  const address = parseFileAddress(
    kind === 'local'
      ? path.join(folder, name)
      : `${kind}://dayz:${encodeURIComponent(password)}@127.0.0.1:${changes.port ?? machineOf(kind).port}/${name}`,
  )
  if (!address) throw new Error('no address')
  const { stopped = new AbortController().signal } = changes
  const made = createPriorityFile({
    isOnFromStart: false,
    address,
    format: changes.format ?? 'semicolon',
    sshKey: null,
    fingerprint:
      changes.fingerprint === undefined && kind === 'ftps'
        ? parseFingerprint(ftp.certificate.fingerprint)
        : (changes.fingerprint ?? null),
    hostKeys: {
      find: (machine) => Promise.resolve(keys.get(machine) ?? null),
      keep: (machine, fingerprint) => Promise.resolve(void keys.set(machine, fingerprint)),
    },
  })
  return {
    read: (desired: DesiredState) => made.read(desired, stopped),
    apply: (desired: DesiredState, kept: ChangeJournal) => made.apply(desired, kept, stopped),
    check: () => made.check(stopped),
  }
}

const [alice, bob, staff] = [steamIdOf(1), steamIdOf(2), steamIdOf(3)]
const perk = 'priority_queue'

function target(desired: readonly SteamId64[], restore: string | null = null): DesiredState {
  const bought = { perk, color: null, endsAt: null, note: 'order:1', discordId: null }
  return {
    perks: desired.map((id) => ({ ...bought, steamId: id })),
    owned: [alice, bob].map((id) => ({ steamId: id, perk })),
    restore,
  }
}

const put = (text: string): void => fs.writeFileSync(file, text, 'latin1')
const there = (): string => fs.readFileSync(file, 'latin1')

describe.each(['local', ...remoteKinds] as const)('a file by %s', (kind) => {
  test('is made, changed, and left alone when nothing changes', async () => {
    const [first, second, third] = [createJournal(), createJournal(), createJournal()]
    expect(await adapter(kind).apply(target([alice]), first)).toEqual({
      outcome: 'applied',
      isChanged: true,
      notes: [],
      proof: { sha256: expect.stringMatching(/^[\da-f]{64}$/), ids: 1 },
      exceptions: [],
    })
    expect(first.begun).toEqual([{ text: '', adds: [{ steamId: alice, perk }] }])
    fs.appendFileSync(file, `;${staff}`)
    await adapter(kind).apply(target([alice, bob]), second)
    expect(there()).toBe(`${alice};${staff};${bob}`)
    expect(await adapter(kind).apply(target([alice, bob]), third)).toMatchObject({
      outcome: 'applied',
      isChanged: false,
      proof: { ids: 3 },
    })
    expect(await adapter(kind).read(target([alice, bob]))).toMatchObject({
      adds: [],
      keeps: [alice, bob],
      unmanaged: [staff],
    })
    expect(third.begun).toEqual([])
    await adapter(kind).apply(target([bob]), createJournal())
    expect(there()).toBe(`${staff};${bob}`)
    put(bob)
    await adapter(kind).apply(target([]), createJournal())
    expect(there()).toMatch(/^\n?$/)
    expect(fs.readdirSync(folder)).toEqual(['priority.txt'])
  })

  test('keeps every byte that others wrote, in whatever encoding', async () => {
    const others = `\u00EF\u00BB\u00BF// \u00CF\u00F0\u00E8 ${alice}\r\n${staff} , ${staff}// \u0080\u00FF`
    put(others)
    await adapter(kind, { format: 'lines' }).apply(target([alice]), createJournal())
    expect(there()).toBe(`${others}\r\n${alice}`)
  })

  test('is compared and checked without being written', async () => {
    put(`${staff};${bob};Eve`)
    fs.utimesSync(file, 1, 1)
    const compared = adapter(kind)
    expect(await compared.read(target([alice]))).toEqual({
      outcome: 'compared',
      adds: [alice],
      keeps: [],
      removes: [bob],
      unmanaged: [staff],
    })
    expect(await compared.check()).toMatchObject({
      outcome: 'ready',
      notes: expect.arrayContaining([
        { code: 'ids_found', detail: '2' },
        { code: 'words_not_understood', detail: 'Eve' },
        ...(kind === 'ftp' ? [{ code: 'not_encrypted', detail: '127.0.0.1' }] : []),
      ]),
    })
    expect(fs.statSync(file).mtimeMs).toBe(1000)
    expect(fs.readdirSync(folder)).toEqual(['priority.txt'])
  })

  test('that is missing is noted, and its folder is the owner’s to make', async () => {
    expect(await adapter(kind).check()).toMatchObject({
      notes: expect.arrayContaining([expect.objectContaining({ code: 'file_missing' })]),
    })
    const result = await adapter(kind, { name: 'none/priority.txt' }).apply(
      target([alice]),
      createJournal(),
    )
    expect(result).toMatchObject({ outcome: 'needs_owner', code: 'folder_missing' })
  })

  test.each([
    ['in UTF-16', '\u00FF\u00FE', 'file_unreadable'],
    ['that is no text', 'MZ\0', 'file_unreadable'],
    ['of more than a megabyte', ' '.repeat(1024 * 1024 + 1), 'file_unreadable'],
    ['that another program manages', '// Managed by Citadel - do not edit\n', 'managed_by_others'],
  ])('%s is left alone', async (_, text, code) => {
    put(text)
    const result = await adapter(kind).apply(target([alice]), createJournal())
    expect(result).toMatchObject({ outcome: 'needs_owner', code })
    expect(there()).toBe(text)
  })

  test('of an earlier version is put back, with what is owed since', async () => {
    put(`${bob};${alice}`)
    const kept = createJournal()
    const result = await adapter(kind).apply(target([bob], `${staff};${alice}`), kept)
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(there()).toBe(`${staff};${bob}`)
    expect(kept.begun).toMatchObject([{ text: `${bob};${alice}`, adds: [{ steamId: bob, perk }] }])
  })
})

describe('a file on this machine', () => {
  test('stays readable for the account of the game', async () => {
    const umask = process.umask(0o077)
    try {
      await adapter('local').apply(target([alice]), createJournal())
      expect(fs.statSync(file).mode & 0o777).toBe(0o644)
      fs.chmodSync(file, 0o664)
      await adapter('local').apply(target([]), createJournal())
      expect(fs.statSync(file).mode & 0o777).toBe(0o664)
    } finally {
      process.umask(umask)
    }
  })

  test('that is a link is changed where it leads', async () => {
    const real = path.join(folder, 'real.txt')
    fs.writeFileSync(real, staff)
    fs.symlinkSync(real, file)
    await adapter('local').apply(target([alice]), createJournal())
    expect(fs.readFileSync(real, 'utf8')).toBe(`${staff};${alice}`)
    expect(fs.readdirSync(folder).toSorted()).toEqual(['priority.txt', 'real.txt'])
  })
})

describe.each(machineKinds)('a machine reached by %s', (kind) => {
  test('that never replaces a file has it written over', async () => {
    put(staff)
    machineOf(kind).files.fail('rename-refused')
    const result = await adapter(kind).apply(target([alice]), createJournal())
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(there()).toBe(`${staff};${alice}`)
    expect(fs.readdirSync(folder)).toEqual(['priority.txt'])
  })

  test.each([
    ['whose disk is full', 'disk-full', 'needs_owner', 'disk_full'],
    ['that loses half of an upload', 'upload-cut', 'retry', 'upload_incomplete'],
    ['that loses the connection', 'draft-dropped', 'retry', 'interrupted'],
    ['that loses it in a rename', 'rename-dropped', 'retry', 'interrupted'],
    ['that does not let us read', 'read-refused', 'needs_owner', 'not_allowed'],
    ['whose password has changed', 'password-changed', 'needs_owner', 'password_refused'],
  ] as const)('%s keeps its file', async (_, fault, outcome, code) => {
    put(staff)
    machineOf(kind).files.fail(fault)
    const kept = createJournal()
    const result = await adapter(kind).apply(target([alice]), kept)
    expect(result).toMatchObject({ outcome, code })
    expect(JSON.stringify(result)).not.toContain('p@ss')
    expect([there(), kept.left()]).toEqual([staff, null])
    expect(kept.begun).toHaveLength(fault === 'rename-dropped' ? 1 : 0)

    machineOf(kind).files.fail()
    await adapter(kind).apply(target([alice]), createJournal())
    expect(there()).toBe(`${staff};${alice}`)
    expect(fs.readdirSync(folder)).toEqual(['priority.txt'])
  })

  test('on which somebody else writes in between keeps what they wrote', async () => {
    put(staff)
    machineOf(kind).files.fail('foreign-write')
    const result = await adapter(kind).apply(target([alice]), createJournal())
    expect(result).toMatchObject({ outcome: 'retry', code: 'changed_meanwhile' })
    machineOf(kind).files.fail()
    await adapter(kind).apply(target([alice]), createJournal())
    expect(there()).toBe(`${staff}${foreignAddition};${alice}`)
  })

  test('that shows an old text is not believed', async () => {
    put(staff)
    machineOf(kind).files.fail('stale-read')
    const result = await adapter(kind).apply(target([alice]), createJournal())
    expect(result).toMatchObject({ outcome: 'retry', code: 'read_back_differs' })
  })

  test('that loses the connection while it writes over a file loses nothing of it', async () => {
    put(staff)
    machineOf(kind).files.fail('rename-refused', 'overwrite-dropped')
    const first = createJournal()
    expect(await adapter(kind).apply(target([alice]), first)).toMatchObject({ outcome: 'retry' })
    expect(there()).not.toContain(alice)
    const second = createJournal(first.left())
    expect(await adapter(kind).apply(target([alice]), second)).toMatchObject({ outcome: 'retry' })

    machineOf(kind).files.fail()
    const third = createJournal(second.left())
    const result = await adapter(kind).apply(target([bob]), third)
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(third.begun).toMatchObject([{ text: staff }])
    expect(there()).toBe(`${staff};${bob}`)
  })

  test('that fails in every way, one after the other, ends with what is owed', async () => {
    const others = `// staff\n${staff} // \u00E9\n`
    put(others)
    const faults: readonly (readonly MachineFault[])[] = [
      ['upload-cut'],
      ['rename-refused', 'overwrite-dropped'],
      ['disk-full'],
      ['stale-read'],
      ['draft-dropped'],
      ['rename-refused', 'overwrite-dropped'],
      ['read-refused'],
      ['rename-refused'],
    ]
    let unfinished: ReturnType<ReturnType<typeof createJournal>['left']> = null
    for (const [turn, fault] of [...faults, []].entries()) {
      machineOf(kind).files.fail(...fault)
      const kept = createJournal(unfinished)
      // Who is owed changes with each try.
      const result = await adapter(kind).apply(target([turn % 2 === 0 ? alice : bob]), kept)
      unfinished = result.outcome === 'applied' ? null : kept.left()
    }
    expect(unfinished).toBeNull()
    expect(there()).toBe(`${others}${alice}`)
    expect(fs.readdirSync(folder)).toEqual(['priority.txt'])
  })

  test('that is silent is given up', async () => {
    put(staff)
    machineOf(kind).files.fail('silent')
    const result = await adapter(kind, { stopped: AbortSignal.timeout(1) }).read(target([]))
    expect(result).toMatchObject({ outcome: 'retry', code: 'interrupted' })
  })

  test('is not written any more once another process may', async () => {
    put(staff)
    const stopping = new AbortController()
    const kept: ChangeJournal = {
      ...createJournal(),
      begin: () => Promise.resolve(stopping.abort()),
    }
    const result = await adapter(kind, { stopped: stopping.signal }).apply(target([alice]), kept)
    expect(result).toMatchObject({ outcome: 'retry', code: 'interrupted' })
    expect(there()).toBe(staff)
  })

  test('that is down is tried again', async () => {
    expect(await adapter(kind, { port: 1 }).check()).toMatchObject({
      outcome: 'retry',
      code: 'unreachable',
    })
  })

  test('gets nothing written when the change cannot be noted', async () => {
    put(staff)
    const broken: ChangeJournal = {
      ...createJournal(),
      begin: () => Promise.reject(new Error('the database is down')),
    }
    await expect(adapter(kind).apply(target([alice]), broken)).rejects.toThrow('database')
    expect(there()).toBe(staff)
    expect(fs.readdirSync(folder)).toEqual(['priority.txt'])
  })
})

describe('the key of a machine', () => {
  test('is kept the first time, and delivery stops when it is another one', async () => {
    const keys = new Map<string, string>()
    const keyed = adapter('sftp', { keys })
    const machine = `127.0.0.1:${sftp.port}`
    const first = await keyed.check()
    const kept = keys.get(machine) ?? ''
    expect(kept).toMatch(/^SHA256:/)
    expect(first).toMatchObject({ notes: [{ code: 'host_key', detail: kept }, {}] })
    sftp.files.fail('host-key-changed')
    const result = await keyed.apply(target([alice]), createJournal())
    expect(result).toMatchObject({ outcome: 'needs_owner', code: 'host_key_changed' })
    expect(JSON.stringify(result)).toContain(kept)
    expect(keys.get(machine)).toBe(kept)
    keys.delete(machine)
    expect(await keyed.apply(target([alice]), createJournal())).toMatchObject({
      outcome: 'applied',
    })
  })

  test('is the one that the owner set', async () => {
    const keys = new Map<string, string>()
    await adapter('sftp', { keys }).check()
    const [fingerprint = ''] = keys.values()
    expect(await adapter('sftp', { fingerprint }).check()).toMatchObject({ outcome: 'ready' })
    const other = `SHA256:${'A'.repeat(43)}`
    expect(await adapter('sftp', { keys, fingerprint: other }).check()).toMatchObject({
      code: 'host_key_changed',
    })
  })

  test('is not kept of a machine that refuses the password', async () => {
    const keys = new Map<string, string>()
    const result = await adapter('sftp', { keys, password: 'wrong' }).check()
    expect(result).toMatchObject({ code: 'password_refused' })
    expect(keys.size).toBe(0)
  })
})

describe('a certificate', () => {
  test('that nobody vouches for is refused before the password is sent', async () => {
    const result = await adapter('ftps', { fingerprint: null, password: 'wrong' }).check()
    expect(result).toMatchObject({ outcome: 'needs_owner', code: 'certificate_unknown' })
    expect(JSON.stringify(result)).toContain(parseFingerprint(ftp.certificate.fingerprint))
  })

  test('with another fingerprint than the owner set is refused', async () => {
    const result = await adapter('ftps', { fingerprint: `SHA256:${'A'.repeat(43)}` }).check()
    expect(result).toMatchObject({ outcome: 'needs_owner', code: 'certificate_unknown' })
  })
})
