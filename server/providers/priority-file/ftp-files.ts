import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { FTPError, type FileInfo, type FTPResponse } from 'basic-ftp'
import type { DeliveryFaultCode } from '#domain/delivery-faults.ts'
import { FaultError } from '#server/providers/perk-adapter.ts'
import type { RemoteMachine } from './file-address.ts'
import { maxFileBytes, messageOf, tooLarge, type FileStore } from './file-store.ts'
import { openFtp, timeoutMs, type FtpSecurity } from './ftp-connection.ts'

/** Kept in a file that would be empty: an upload by TLS that sends nothing counts as broken off. */
const emptyText = '\n'
/** A server that limits its speed to 4 kB/s may send 64 kB and then pause for 16 seconds. */
const transferTimeoutMs = 30_000
const slowestBytesPerMs = 1
const progressPauseMs = 1000

/**
 * Connects by FTP, with TLS if `tls` is set. A transfer may take as long as it makes progress, and
 * ends by itself when it makes none.
 */
export async function connectByFtp(
  machine: RemoteMachine,
  tls: FtpSecurity | null,
  onProgress: () => void,
): Promise<FileStore> {
  const closing = new AbortController()
  const { client, fingerprint } = await openFtp(machine, tls, closing.signal)
  let seenBytes = 0
  client.trackProgress(({ bytesOverall }) => {
    if (bytesOverall === seenBytes) return
    seenBytes = bytesOverall
    onProgress()
  })

  /** A server that refuses a file may break off the data connection before it says why. */
  const reasonOf = async (error: unknown): Promise<unknown> => {
    if (error instanceof FTPError || error instanceof FaultError || client.closed) return error
    const reply: unknown = await client.ftp.handle(undefined, (next, task) => task.resolve(next))
    if (reply instanceof FTPError) return reply
    client.close()
    return error
  }
  const attempt = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work
    } catch (error) {
      throw ftpFault(await reasonOf(error))
    }
  }
  const transfer = async <Value>(timeout: number, work: () => Promise<Value>): Promise<Value> => {
    Object.assign(client.ftp, { timeout })
    try {
      return await attempt(work())
    } finally {
      Object.assign(client.ftp, { timeout: timeoutMs })
    }
  }
  const send = async (command: string): Promise<FTPResponse> => {
    const reply = await attempt(client.sendIgnoringError(command))
    // It ends the session, whatever the command was.
    if (reply.code === 421) throw new FaultError('interrupted', reply.message)
    return reply
  }
  /** Whether the machine does what it is asked for. */
  const can = async (command: string): Promise<boolean> => (await send(command)).code < 400

  const find = async (name: string): Promise<FileInfo | undefined> => {
    const { dir, base } = path.posix.parse(name)
    // The list of a missing folder may just be empty.
    const { code, message } = await send(`CWD ${dir}`)
    if (code >= 400) {
      const isHidden = /denied|permission/i.test(message)
      throw new FaultError(isHidden ? 'not_allowed' : 'folder_missing', message)
    }
    const entries = await transfer(transferTimeoutMs, () => client.list())
    return entries.find((entry) => entry.name === base)
  }

  // The game runs under another account than the shop's, whose new files nobody else may read.
  const makeReadable = (name: string) => can(`SITE CHMOD 644 ${name}`)
  const missing = new Set<string>()

  /** Whether the same people may read both files now; Windows does not show who. */
  const makeAlike = async (name: string, model: FileInfo): Promise<boolean> => {
    const made = await find(name)
    if (!made || rightsOf(made) === rightsOf(model)) return true
    const { group, permissions } = model
    if (group !== undefined && group !== made.group) await can(`SITE CHGRP ${group} ${name}`)
    if (permissions) await can(`SITE CHMOD ${modeOf(model)} ${name}`)
    const changed = await find(name)
    return changed !== undefined && rightsOf(changed) === rightsOf(model)
  }

  const rename = async (from: string, to: string): Promise<boolean> =>
    (await can(`RNFR ${from}`)) && (await can(`RNTO ${to}`))

  return {
    fingerprint,
    read: async (name) => {
      const { stream, bytes } = collect()
      try {
        await transfer(transferTimeoutMs, () => client.downloadTo(stream, name))
      } catch (error) {
        if (!(error instanceof FaultError) || !refusals.has(error.code)) throw error
        // FTP has one reply for what is missing, and for what we may not read.
        const entry = await find(name)
        if (entry?.isDirectory) throw new FaultError('is_a_folder', error.message)
        // Not each file is in the list, or under the name that opens it.
        if (entry || (await can(`SIZE ${name}`))) throw error
        missing.add(name)
        return null
      }
      const text = bytes().toString('latin1')
      return text === emptyText ? '' : text
    },
    write: async (name, text) => {
      const bytes = Buffer.from(text === '' ? emptyText : text, 'latin1')
      // It confirms an upload once it has all of it, and until then we do not see how much it has.
      const timeout = transferTimeoutMs + bytes.length / slowestBytesPerMs
      const progress = setInterval(onProgress, progressPauseMs)
      try {
        await transfer(timeout, () => client.uploadFrom(Readable.from([bytes]), name))
      } catch (error) {
        // 451 stands for any error of the machine: vsftpd has no other reply when the disk is full.
        const isFull = error instanceof FaultError && /^451.*(?:writ|space)/is.test(error.message)
        throw isFull ? new FaultError('disk_full', error.message) : error
      } finally {
        clearInterval(progress)
      }
      if (missing.delete(name)) await makeReadable(name)
    },
    replace: async (from, to) => {
      try {
        const there = await find(to)
        // Replacing a link would leave the file behind it unchanged.
        if (there && (there.isSymbolicLink || !(await makeAlike(from, there)))) return false
        if (!there) await makeReadable(from)
        return await rename(from, to)
      } catch (error) {
        // Where we may not list the folder, nobody knows who may read the file.
        if (error instanceof FaultError && error.code === 'not_allowed') return false
        throw error
      }
    },
    replaceAnyway: async (from, to) => {
      const old = await find(to)
      if (!old || old.isSymbolicLink) return null
      // With another owner or group, the game may be among the others.
      const { user = 6, group = 4, world = 4 } = old.permissions ?? {}
      await can(`SITE CHMOD ${user | 6}${group | 4}${world | 4} ${from}`)
      const made = await find(from)
      return made && (await rename(from, to)) ? `${rightsOf(old)} → ${rightsOf(made)}` : null
    },
    remove: async (name) => {
      if (await can(`DELE ${name}`)) return
      if (await find(name)) throw new FaultError('not_allowed', `${name} cannot be deleted`)
    },
    close: () => {
      closing.abort()
      client.close()
    },
  }
}

/** A stream that keeps what is written to it, and breaks off what is too large. */
function collect() {
  const chunks: Buffer[] = []
  let size = 0
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      size += chunk.length
      done(size > maxFileBytes ? tooLarge() : null)
    },
  })
  return { stream, bytes: () => Buffer.concat(chunks) }
}

/** As `chmod` reads it; empty when the machine shows none. */
function modeOf({ permissions }: FileInfo): string {
  return permissions ? `${permissions.user}${permissions.group}${permissions.world}` : ''
}

function rightsOf(entry: FileInfo): string {
  return `owner ${entry.user}, group ${entry.group}, mode ${modeOf(entry)}`
}

// Codes of replies: https://www.rfc-editor.org/rfc/rfc959#section-4.2
const faultByReply: readonly (readonly [RegExp, DeliveryFaultCode])[] = [
  [/^(?:452|552)|ENOSPC|no space|quota|disk full/i, 'disk_full'],
  // As Windows replies while the game has the file open.
  [/^450|used by another|being used|sharing violation/i, 'file_in_use'],
  [/ENOENT|no such (?:file|directory)|not found|cannot find/i, 'folder_missing'],
  [/symbolic link/i, 'is_a_link'],
  [/^55[013]/, 'not_allowed'],
]
const refusals: ReadonlySet<string> = new Set(['file_in_use', 'folder_missing', 'not_allowed'])

function ftpFault(error: unknown): FaultError {
  if (error instanceof FaultError) return error
  const detail = messageOf(error)
  const known = error instanceof FTPError && faultByReply.find(([reply]) => reply.test(detail))
  return new FaultError(known ? known[1] : 'interrupted', detail)
}
