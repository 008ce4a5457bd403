import fs from 'node:fs'
import path from 'node:path'

/** What a machine does wrong, for a file that is written under a draft's name first. */
export type MachineFault =
  | 'rename-refused'
  | 'disk-full'
  /** Keeps half of an upload, and reports it as done. */
  | 'upload-cut'
  /** The connection is lost while a draft is written, or a file in its place. */
  | 'draft-dropped'
  | 'overwrite-dropped'
  /** Reads give what was there when the fault began. */
  | 'stale-read'
  /** Somebody else adds an id of theirs while we write our draft. */
  | 'foreign-write'
  | 'password-changed'
  | 'host-key-changed'
  | 'read-refused'
  /** Never answers a read. */
  | 'silent'

export const foreignAddition = ';76561198999999999'

/** A machine that keeps a folder, with the account `dayz` and the password `p@ss:1`. */
export interface FileMachine {
  readonly port: number
  readonly files: FaultyFolder
  stop(): Promise<void>
}

/** A folder, of which files are read and written as a whole, with faults on demand. */
export class FaultyFolder {
  readonly #root: string
  #active: readonly MachineFault[] = []
  #stale = new Map<string, Buffer>()

  constructor(root: string) {
    this.#root = root
  }

  /** Turns exactly these faults on. */
  fail(...faults: readonly MachineFault[]): void {
    this.#active = faults
    const names = fs.readdirSync(this.#root)
    this.#stale = new Map(names.map((name) => [`/${name}`, fs.readFileSync(this.#at(name))]))
  }

  has(fault: MachineFault): boolean {
    return this.#active.includes(fault)
  }

  login(user: string, password: string): boolean {
    return user === 'dayz' && password === 'p@ss:1' && !this.has('password-changed')
  }

  read(name: string): Buffer {
    if (this.has('read-refused')) {
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    }
    const stale = this.has('stale-read') ? this.#stale.get(name) : undefined
    return stale ?? fs.readFileSync(this.#at(name))
  }

  /** Makes an empty file, and returns what is in it. */
  truncate(name: string): Buffer {
    fs.writeFileSync(this.#at(name), '')
    return Buffer.alloc(0)
  }

  write(name: string, bytes: Buffer): 'kept' | 'connection lost' {
    const isDraft = name.endsWith('.draft')
    const isDropped = this.has(isDraft ? 'draft-dropped' : 'overwrite-dropped')
    const isCut = isDropped || this.has('upload-cut')
    fs.writeFileSync(this.#at(name), isCut ? bytes.subarray(0, bytes.length / 2) : bytes)
    if (isDraft && this.has('foreign-write')) {
      fs.appendFileSync(this.#at(name.replace(/\.draft$/, '')), foreignAddition)
    }
    return isDropped ? 'connection lost' : 'kept'
  }

  rename(from: string, to: string): void {
    if (this.has('rename-refused') && fs.existsSync(this.#at(to))) throw new Error('file exists')
    fs.renameSync(this.#at(from), this.#at(to))
  }

  remove(name: string): void {
    fs.rmSync(this.#at(name))
  }

  #at(name: string): string {
    return path.join(this.#root, path.posix.join('/', name))
  }
}
