import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MachineFault } from '#sandbox/game/faulty-folder.ts'
import { createJournal, steamIdOf } from '#test/factories/perk-adapters.ts'
import type { FileMachine } from '#test/machines/faulty-folder.ts'
import {
  nobodyObstacle,
  openSshObstacle,
  startOpenSsh,
  type OpenSshMachine,
} from '#test/machines/openssh-machine.ts'
import { startSftpMachine } from '#test/machines/sftp-machine.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { parseFileAddress } from './file-address.ts'
import { createPriorityFile } from './priority-file.ts'

const folder = makeTemporaryFolder('sftp-')
const file = path.join(folder, 'priority.txt')
const [alice, staff] = [steamIdOf(1), steamIdOf(3)]
const perk = 'priority_queue'

beforeEach(() => {
  fs.chmodSync(folder, 0o777)
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true })
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

function open(address: string, sshKey: string | null = null) {
  const parsed = parseFileAddress(address)
  if (!parsed) throw new Error('no address')
  const keys = new Map<string, string>()
  const adapter = createPriorityFile({
    address: parsed,
    format: 'semicolon',
    fingerprint: null,
    sshKey,
    isOnFromStart: false,
    hostKeys: {
      find: (machine) => Promise.resolve(keys.get(machine) ?? null),
      keep: (machine, fingerprint) => Promise.resolve(void keys.set(machine, fingerprint)),
    },
  })
  const { signal: stopped } = new AbortController()
  const bought = { perk, color: null, endsAt: null, note: 'order:1', discordId: null }
  const desired = (ids: readonly (typeof alice)[]) => ({
    perks: ids.map((steamId) => ({ ...bought, steamId })),
    owned: [{ steamId: alice, perk }],
    restore: null,
  })
  return {
    check: () => adapter.check(stopped),
    read: () => adapter.read(desired([alice]), stopped),
    apply: (kept = createJournal(), ids = [alice]) => adapter.apply(desired(ids), kept, stopped),
  }
}

type Opened = ReturnType<typeof open>

const put = (mode: number, text: string = staff) => {
  fs.writeFileSync(file, text)
  fs.chmodSync(file, mode)
}
const there = (name = file) => fs.readFileSync(name, 'latin1')
const modeOf = (name = file) => (fs.statSync(name).mode & 0o777).toString(8)

/** What every way that sees owners and modes does. */
function testFiles(openFile: () => Opened) {
  test.each([0o600, 0o640, 0o664, 0o666])('keep their mode %o', async (mode) => {
    put(mode)
    expect(await openFile().apply()).toMatchObject({ outcome: 'applied', notes: [] })
    expect([modeOf(), there()]).toEqual([mode.toString(8), `${staff};${alice}`])
    expect(fs.readdirSync(folder)).toEqual(['priority.txt'])
  })

  test('that are new can be read by the account of the game', async () => {
    expect(await openFile().apply()).toMatchObject({ outcome: 'applied', notes: [] })
    expect(modeOf()).toBe('644')
  })

  test('that are links are written through, and the owner is told', async () => {
    const real = path.join(folder, 'real.txt')
    fs.writeFileSync(real, staff)
    fs.symlinkSync('real.txt', file)
    expect(await openFile().apply()).toMatchObject({
      outcome: 'applied',
      notes: [{ code: 'written_in_place' }],
    })
    expect(there(real)).toBe(`${staff};${alice}`)
    expect(fs.lstatSync(file).isSymbolicLink()).toBe(true)
    expect(fs.readdirSync(folder).toSorted()).toEqual(['priority.txt', 'real.txt'])
  })

  test('that are folders are named', async () => {
    fs.mkdirSync(file)
    for (const result of [await openFile().apply(), await openFile().check()]) {
      expect(result).toMatchObject({ outcome: 'needs_owner', code: 'is_a_folder' })
    }
  })

  test('are checked by writing beside them', async () => {
    const others = ['priority.txt.check', 'priority.txt.checked']
    put(0o640)
    for (const name of others) fs.writeFileSync(path.join(folder, name), 'theirs')
    fs.utimesSync(file, 1, 1)
    expect(await openFile().check()).toMatchObject({ outcome: 'ready' })
    expect(fs.statSync(file).mtimeMs).toBe(1000)
    expect(fs.readdirSync(folder).toSorted()).toEqual(['priority.txt', ...others])
    for (const name of others) expect(there(path.join(folder, name))).toBe('theirs')
    fs.rmSync(folder, { recursive: true })
    try {
      for (const result of [await openFile().check(), await openFile().read()]) {
        expect(result).toMatchObject({ outcome: 'needs_owner', code: 'folder_missing' })
      }
    } finally {
      fs.mkdirSync(folder)
    }
  })

  test('without an id that their owner removed after a try that failed', async () => {
    put(0o640, `${staff};${steamIdOf(4)}`)
    const kept = createJournal()
    const died = { ...kept, begin: () => Promise.reject(new Error('the process died')) }
    await expect(openFile().apply(died)).rejects.toThrow('died')
    put(0o640)
    expect(await openFile().apply(createJournal(kept.left()), [])).toMatchObject({
      isChanged: false,
    })
    expect(there()).toBe(staff)
  })
}

describe('files on this machine', () => testFiles(() => open(file)))

describe('files by SFTP', () => {
  let machine: FileMachine
  beforeAll(async () => {
    machine = await startSftpMachine(folder)
  })
  afterAll(() => machine.stop())
  beforeEach(() => machine.files.fail())
  const openFile = (password = 'p%40ss%3A1') =>
    open(`sftp://dayz:${password}@127.0.0.1:${machine.port}/priority.txt`)
  const fail = (...faults: readonly MachineFault[]) => machine.files.fail(...faults)

  testFiles(openFile)

  test('are reached where the password is prompted for, and nothing else', async () => {
    fail('password-prompted')
    expect(await openFile().check()).toMatchObject({ outcome: 'ready' })
    expect(await openFile('wrong').check()).toMatchObject({ code: 'password_refused' })
    for (const [fault, question] of [
      ['code-prompted', 'Verification code:'],
      ['two-prompted', 'Verification code:'],
      ['name-prompted', 'Name:'],
    ] as const) {
      fail(fault)
      expect(await openFile().check()).toMatchObject({
        outcome: 'needs_owner',
        code: 'login_unsupported',
        detail: `it asks: ${question}`,
      })
    }
  })

  test('that no other may equal are written over, and the owner is told', async () => {
    put(0o666)
    fail('attributes-refused', 'delete-refused')
    expect(await openFile().apply()).toMatchObject({
      outcome: 'applied',
      notes: [
        { code: 'written_in_place', detail: '/priority.txt' },
        { code: 'draft_left', detail: '/priority.txt.draft' },
      ],
    })
    expect([modeOf(), there()]).toEqual(['666', `${staff};${alice}`])
  })

  test('that may not be written over either are replaced, and what is lost is told', async () => {
    put(0o606)
    fail('attributes-refused', 'overwrite-refused')
    const { uid, gid } = fs.statSync(file)
    const as = (mode: string) => `owner ${uid}, group ${gid}, mode ${mode}`
    const kept = createJournal()
    expect(await openFile().apply(kept)).toMatchObject({
      outcome: 'applied',
      notes: [{ code: 'owner_not_kept', detail: `${as('606')} → ${as('644')}` }],
    })
    expect([there(), kept.left()]).toEqual([`${staff};${alice}`, null])
  })

  test('that a lost connection leaves as they were do not count as cut', async () => {
    put(0o606)
    fail('attributes-refused', 'overwrite-refused', 'rename-dropped')
    const kept = createJournal()
    expect(await openFile().apply(kept)).toMatchObject({ code: 'interrupted' })
    expect([there(), kept.left()]).toEqual([staff, null])
  })

  test('that may neither be replaced nor written over do not count as cut', async () => {
    put(0o666)
    fail('rename-refused', 'overwrite-refused')
    const kept = createJournal()
    expect(await openFile().apply(kept)).toMatchObject({ code: 'not_allowed' })
    expect([there(), kept.left()]).toEqual([staff, null])
  })
})

if (openSshObstacle === null) describe('files on OpenSSH', testOpenSsh)
else describe.skip(`files on OpenSSH [skipped: ${openSshObstacle}]`, () => test('are kept'))

function addressAt({ user, port }: OpenSshMachine): string {
  return `sftp://${user}@127.0.0.1:${port}${file}`
}

function testOpenSsh() {
  let machine: OpenSshMachine
  let strict: OpenSshMachine
  beforeAll(async () => {
    machine = await startOpenSsh()
    strict = await startOpenSsh({ refused: ['rename', 'posix-rename', 'remove'] })
  })
  afterAll(() => Promise.all([machine.stop(), strict.stop()]))

  testFiles(() => open(addressAt(machine), machine.sshKey))

  test('are reached by the right key only', async () => {
    expect(await open(addressAt(machine), strict.sshKey).check()).toMatchObject({
      outcome: 'needs_owner',
      code: 'ssh_key_refused',
    })
    const withPassword = addressAt(machine).replace('@', ':secret@')
    expect(await open(withPassword).check()).toMatchObject({
      code: 'login_unsupported',
      detail: 'it wants: publickey',
    })
  })

  test('that may not be renamed are written over, and the owner is told, first by a check', async () => {
    put(0o640)
    const told = (left: RegExp) =>
      expect.arrayContaining([
        { code: 'written_in_place', detail: file },
        { code: 'draft_left', detail: expect.stringMatching(left) },
      ])
    const strictly = open(addressAt(strict), strict.sshKey)
    expect(await strictly.check()).toMatchObject({
      outcome: 'ready',
      notes: told(/txt\.check-[\da-f]{8}$/),
    })
    expect(await strictly.apply()).toMatchObject({ outcome: 'applied', notes: told(/txt\.draft$/) })
    expect([modeOf(), there()]).toEqual(['640', `${staff};${alice}`])
  })
}

if (nobodyObstacle === null) describe('files of another account on OpenSSH', testNobody)
else describe.skip(`files of another account [skipped: ${nobodyObstacle}]`, () => test('are kept'))

function testNobody() {
  let machine: OpenSshMachine
  beforeAll(async () => {
    machine = await startOpenSsh({ isNobody: true })
  })
  afterAll(() => machine.stop())

  const openFile = () => open(addressAt(machine), machine.sshKey)
  const ownerOf = () => fs.statSync(file).uid

  test.each([
    ['stay theirs where we may write', 0o666, 0, 'written_in_place'],
    ['become ours where we may not', 0o644, 65_534, 'owner_not_kept'],
  ])('%s', async (_, mode, owner, code) => {
    put(mode)
    expect(await openFile().apply()).toMatchObject({ outcome: 'applied', notes: [{ code }] })
    expect([ownerOf(), modeOf(), there()]).toEqual([owner, mode.toString(8), `${staff};${alice}`])
  })

  test('in a folder where we may not write are found by a check', async () => {
    put(0o666)
    fs.chmodSync(folder, 0o755)
    expect(await openFile().check()).toMatchObject({ outcome: 'needs_owner', code: 'not_allowed' })
  })
}
