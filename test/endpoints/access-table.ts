import { readFileSync } from 'node:fs'
import path from 'node:path'
import { callers, type Caller } from './people.ts'

/** The expected answer to each caller, by the endpoint's name. */
export type AccessTable = ReadonlyMap<string, Readonly<Record<Caller, string>>>

/** Reads `access.md`. Throws when its columns are not the callers. */
export function readAccessTable(): AccessTable {
  const text = readFileSync(path.join(import.meta.dirname, 'access.md'), 'utf8')
  const [head = [], ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| --'))
    .map(readCells)
  if (head.slice(1).join() !== callers.join()) throw new Error(`other columns: ${head.join()}`)
  return new Map(rows.map(([name = '', ...cells]) => [name, nameCells(cells)]))
}

function readCells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''))
}

function nameCells([
  anonymous = '',
  owner = '',
  otherUser = '',
  byCode = '',
  byDiscord = '',
  manager = '',
  support = '',
  moderator = '',
  expired = '',
  forged = '',
  signedOut = '',
  rightSecret = '',
  otherSecret = '',
  foreignPage = '',
]: readonly string[]): Readonly<Record<Caller, string>> {
  return {
    anonymous,
    owner,
    'other user': otherUser,
    'admin by code': byCode,
    'admin by Discord': byDiscord,
    manager,
    support,
    moderator,
    expired,
    forged,
    'signed out': signedOut,
    'right secret': rightSecret,
    'other secret': otherSecret,
    'foreign page': foreignPage,
  }
}
