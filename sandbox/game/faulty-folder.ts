import fs from 'node:fs'
import path from 'node:path'

/** What a machine does wrong, for a file that is written under a draft's name first. */
export type MachineFault =
  | 'rename-refused'
  /** The connection is lost while a file is renamed. */
  | 'rename-dropped'
  /** The account may not list a folder. */
  | 'list-refused'
  | 'disk-full'
  /** Keeps half of an upload, and reports it as done. */
  | 'upload-cut'
  /** The connection is lost while a draft is written, or a file in its place. */
  | 'draft-dropped'
  | 'overwrite-dropped'
  /** A read of the file after a change gives what was there before. */
  | 'stale-read'
  /** Somebody else adds an id of theirs while we write our draft. */
  | 'foreign-write'
  | 'password-changed'
  | 'host-key-changed'
  | 'read-refused'
  /** The account may not write over the file, change the owner and mode of one, or delete one. */
  | 'overwrite-refused'
  | 'attributes-refused'
  | 'delete-refused'
  /** Asks for the password by a prompt only; and for a code as well. */
  | 'password-prompted'
  | 'code-prompted'
  /** Asks by a prompt whose answer is shown, or by two at once. */
  | 'name-prompted'
  | 'two-prompted'
  /** Its game has the file open, on Windows. */
  | 'file-in-use'
  /** Never answers a read. */
  | 'silent'

export interface MachineFaults {
  isDue(fault: MachineFault): boolean
  /** Whether it happens now, which uses it up. */
  take(fault: MachineFault): boolean
}

export interface MachineAccount {
  readonly user: string
  readonly password: string
}

export const foreignAddition = ';76561198999999999'

/** A folder, of which files are read and written as a whole, with faults on demand. */
export class FaultyFolder {
  readonly faults: MachineFaults
  readonly #root: string
  readonly #account: MachineAccount
  readonly #stale = new Map<string, Buffer>()

  constructor(root: string, account: MachineAccount, faults: MachineFaults) {
    this.#root = root
    this.#account = account
    this.faults = faults
  }

  login(user: string, password: string): boolean {
    const isRight = user === this.#account.user && password === this.#account.password
    return isRight && !this.faults.take('password-changed')
  }

  read(name: string): Buffer {
    this.#refuseOn('read-refused')
    if (this.faults.take('file-in-use')) {
      throw new Error('The process cannot access the file: it is being used by another process.')
    }
    const stale = this.#stale.get(name)
    return stale && this.faults.take('stale-read') ? stale : fs.readFileSync(this.#at(name))
  }

  /** Makes an empty file, and returns what is in it. */
  truncate(name: string): Buffer {
    if (!name.endsWith('.draft')) this.#refuseOn('overwrite-refused')
    this.#rememberStale(name)
    fs.writeFileSync(this.#at(name), '')
    return Buffer.alloc(0)
  }

  write(name: string, bytes: Buffer): 'kept' | 'connection lost' {
    this.#rememberStale(name)
    const isDraft = name.endsWith('.draft')
    const isDropped = this.faults.take(isDraft ? 'draft-dropped' : 'overwrite-dropped')
    const isCut = isDropped || this.faults.take('upload-cut')
    fs.writeFileSync(this.#at(name), isCut ? bytes.subarray(0, bytes.length / 2) : bytes)
    if (isDraft && this.faults.take('foreign-write')) {
      fs.appendFileSync(this.#at(name.replace(/\.draft$/, '')), foreignAddition)
    }
    return isDropped ? 'connection lost' : 'kept'
  }

  rename(from: string, to: string): void {
    if (fs.existsSync(this.#at(to)) && this.faults.take('rename-refused')) {
      throw new Error('file exists')
    }
    this.#rememberStale(to)
    fs.renameSync(this.#at(from), this.#at(to))
  }

  remove(name: string): void {
    this.#refuseOn('delete-refused')
    fs.rmSync(this.#at(name))
  }

  lstat(name: string): fs.Stats {
    return fs.lstatSync(this.#at(name))
  }

  stat(name: string): fs.Stats {
    return fs.statSync(this.#at(name))
  }

  setMode(name: string, mode: number): void {
    this.#refuseOn('attributes-refused')
    fs.chmodSync(this.#at(name), mode & 0o777)
  }

  #refuseOn(fault: MachineFault): void {
    if (!this.faults.take(fault)) return
    throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  }

  /** Keeps what a stale read gives: what is there before the first change. */
  #rememberStale(name: string): void {
    if (!this.faults.isDue('stale-read')) this.#stale.clear()
    else if (!name.endsWith('.draft') && !this.#stale.has(name) && fs.existsSync(this.#at(name))) {
      this.#stale.set(name, fs.readFileSync(this.#at(name)))
    }
  }

  #at(name: string): string {
    return path.join(this.#root, path.posix.join('/', name))
  }
}
