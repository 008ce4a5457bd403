// Runs before every npm script that people call (`prestart`, `pretest`, …), on the machine's own
// Node, before anything is installed: built-ins only, and no syntax newer than Node 20.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const neededMajor = 24
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const modulesFolder = path.join(root, 'node_modules')
const binFolder = path.join(modulesFolder, '.bin')
// npm writes this list as the last step of an install, so it is missing after an interrupted one.
const installedListFile = path.join(modulesFolder, '.package-lock.json')

if (!isInstalled()) {
  install()
  await import('./install-hooks.mjs')
}
requireNode()

function isInstalled() {
  if (!existsSync(installedListFile)) return false
  const wanted = readJson(path.join(root, 'package-lock.json')).packages
  const installed = readJson(installedListFile).packages
  return Object.entries(wanted)
    .filter(([location, entry]) => location !== '' && isForThisMachine(location, entry))
    .every(
      ([location, entry]) =>
        installed[location]?.version === entry.version &&
        installed[location]?.integrity === entry.integrity,
    )
}

// npm skips packages for other systems, and does not fail when an optional one is missing.
function isForThisMachine(location, entry) {
  return !entry.optional || location === `node_modules/node-${platformName()}`
}

function platformName() {
  return `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

function install() {
  const startedAt = Date.now()
  console.log('Installing packages (first start, or package-lock.json changed) …')
  // `npm ci` takes a while to empty the folder; killed meanwhile, it would leave a wrong list.
  rmSync(installedListFile, { force: true })
  const { status, error } = spawnSync(
    'npm',
    // NODE_ENV=production or `omit=dev` on the machine must not leave out what builds and tests need.
    [
      'ci',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: root, stdio: 'inherit', env: ownEnvironment(), shell: process.platform === 'win32' },
  )
  if (error) stop(`npm could not be started: ${error.message}`)
  if (status !== 0) stop('npm ci failed, see its lines above.', status ?? 1)
  console.log(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}

/** The environment without the variables of a surrounding npm, whose flags would change our npm's behaviour. */
function ownEnvironment() {
  const kept =
    /^npm_config_(registry|cache|userconfig|globalconfig|ca|cafile|strict_ssl|(https?_)?proxy|noproxy|@.*|\/\/.*)$/i
  const entries = Object.entries(process.env).filter(
    ([name]) => name !== 'NODE_ENV' && (!/^npm_/i.test(name) || kept.test(name)),
  )
  const environment = Object.fromEntries(entries)
  // npm must not run on the Node inside node_modules, which it is about to delete.
  const pathName = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  environment[pathName] = (environment[pathName] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.resolve(folder) !== binFolder)
    .join(path.delimiter)
  return environment
}

/** npm scripts find the Node in node_modules first; without it, the machine's own must be recent enough. */
function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return
  const { stdout, status } = spawnSync(path.join(binFolder, 'node'), ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= neededMajor) return
  // A binary that does not run here (musl) would hide the machine's own Node from npm scripts.
  for (const name of ['node', 'node.cmd', 'node.ps1'])
    rmSync(path.join(binFolder, name), { force: true })
  stop(
    `This needs Node ${neededMajor} or newer. Packages bring it along on Linux (glibc) and Windows; ` +
      `on ${process.platform} ${process.arch} please install it yourself (this is ${process.version}): https://nodejs.org`,
  )
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function stop(sentence, exitCode = 1) {
  console.error(sentence)
  process.exit(exitCode)
}
