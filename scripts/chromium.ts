import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface Chromium {
  readonly executablePath: string
  /** Variables that the browser needs in addition: where its libraries and fonts are. */
  readonly env: Readonly<Record<string, string>>
}

const modulesFolder = path.resolve(import.meta.dirname, '../node_modules')

/**
 * The browser for tests: the one at CHROMIUM_PATH, otherwise npm's, unpacked once. @throws when
 * neither works on this machine; the message says what to do.
 */
export async function findChromium(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Chromium> {
  const ownPath = environment.CHROMIUM_PATH
  if (ownPath) return { executablePath: ownPath, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `npm brings a Chromium for Linux x64 only. Please set CHROMIUM_PATH to one (this is ${process.platform} ${process.arch}).`,
    )
  }
  const folder = await unpackOnce()
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [environment.LD_LIBRARY_PATH, path.join(folder, 'al2023/lib')]
        .filter(Boolean)
        .join(':'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
    },
  }
}

async function unpackOnce(): Promise<string> {
  const packageFolder = path.join(modulesFolder, '@sparticuz/chromium')
  const version = /"version": "([^"]+)"/.exec(
    await readFile(path.join(packageFolder, 'package.json'), 'utf8'),
  )?.[1]
  const folder = path.join(modulesFolder, '.cache', `chromium-${version}`)
  if (existsSync(folder)) return folder
  // Unpacked elsewhere and renamed, so that a folder of this name is always complete.
  const unfinished = `${folder}-${process.pid}`
  await mkdir(unfinished, { recursive: true })
  await unpack(packageFolder, unfinished)
  await writeFile(path.join(unfinished, 'fonts/fonts.conf'), fontsConfiguration(folder))
  await rename(unfinished, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error
  })
  await rm(unfinished, { recursive: true, force: true })
  return folder
}

async function unpack(packageFolder: string, target: string): Promise<void> {
  const temporaryFolder = process.env.TMPDIR
  // The package only unpacks to the system's temporary folder.
  process.env.TMPDIR = target
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    // libnss3 and other libraries that a bare machine lacks.
    await inflate(path.join(packageFolder, 'bin/al2023.tar.br'))
  } finally {
    if (temporaryFolder === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporaryFolder
  }
}

/** The package's own file only names folders of a cloud machine; with it no text would be drawn. */
function fontsConfiguration(folder: string): string {
  const aliases = ['sans-serif', 'serif', 'monospace', 'system-ui'].map(
    (family) =>
      `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`,
  )
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  ${aliases.join('\n  ')}
</fontconfig>
`
}
