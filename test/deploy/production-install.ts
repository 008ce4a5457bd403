import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { root } from '#test/repo-rules/source-files.ts'
import {
  containerFile,
  find,
  findCopies,
  findEnvironment,
  readCommand,
  readStages,
} from './container-file.ts'

/** The content and command of deploy/Containerfile's image. */
export interface ProductionInstall {
  readonly folder: string
  /** The arguments of `node`. */
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
})

/**
 * Applies the container file's last stage to a folder. The pages come from `dist/web`, which must
 * be built. Packages are links to the installed ones, and only those that `npm ci --omit=dev`
 * installs: importing another one fails.
 */
export function installForProduction(folder: string): ProductionInstall {
  const stage = readStages(containerFile).at(-1)
  if (!stage) throw new Error('the container file has no stage')
  for (const { from, sources, target } of findCopies(stage)) {
    const location = path.join(folder, target)
    if (from === 'packages') linkProductionPackages(location)
    else if (from === 'pages') cpSync(path.join(root, target), location, { recursive: true })
    else for (const source of sources) copySource(source, location)
  }
  const [program, ...command] = readCommand(find(stage, 'CMD')[0] ?? '')
  if (program !== 'node') throw new Error(`the container starts ${program}`)
  // Packages look for their imports next to the links, not at the links' targets.
  const environment = { ...findEnvironment(stage), NODE_OPTIONS: '--preserve-symlinks' }
  return { folder, command, environment }
}

/** Replaces the samples, which production refuses, by an owner's values. */
export function replaceSamples({ folder }: ProductionInstall): void {
  for (const name of ['site/community.ts', 'site/legal.ts', 'site/prices.ts']) {
    const file = path.join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('SAMPLE', 'MYSHOP'))
  }
}

/** Copies into a folder when the target ends with a slash, as the container file does. */
function copySource(source: string, target: string): void {
  const isFolder = target.endsWith(path.sep)
  cpSync(path.join(root, source), isFolder ? path.join(target, source) : target, {
    recursive: true,
  })
}

function linkProductionPackages(modulesFolder: string): void {
  const { packages } = lockfile.parse(
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
  )
  for (const [location, { dev }] of Object.entries(packages)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(location) ?? []
    if (name === undefined || dev) continue
    const link = path.join(modulesFolder, name)
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(path.join(root, location), link, 'dir')
  }
}
