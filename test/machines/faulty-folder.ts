import { FaultyFolder, type MachineFault } from '#sandbox/game/faulty-folder.ts'

/** A machine that keeps a folder, with the account `dayz` and the password `p@ss:1`. */
export interface FileMachine {
  readonly port: number
  readonly files: SwitchedFolder
  stop(): Promise<void>
}

/** A folder whose faults last until others are switched on. */
export interface SwitchedFolder extends FaultyFolder {
  /** Turns exactly these faults on. */
  fail(...faults: readonly MachineFault[]): void
}

export function createSwitchedFolder(root: string): SwitchedFolder {
  let active: readonly MachineFault[] = []
  const isDue = (fault: MachineFault) => active.includes(fault)
  const account = { user: 'dayz', password: 'p@ss:1' }
  return Object.assign(new FaultyFolder(root, account, { isDue, take: isDue }), {
    fail: (...faults: readonly MachineFault[]) => {
      active = faults
    },
  })
}
