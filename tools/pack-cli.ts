/**
 * npm run tool -- pack-cli [--to FOLDER]: packs the command `apsis` into one file, `apsis-<version>.tgz`. `npm install` installs it without contacting a
 * registry: it contains the members of the project, the npm packages that they need, and the compiled kernels.
 */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { KERNEL_BUILDS } from '@apsis/engine/host.ts'
import { readKernel } from '@apsis/engine/kernel-file.ts'
import { isStarted } from './named-command.ts'
import { ROOT } from './run/step.ts'

/** The command and the members of the project that it needs. */
const MEMBERS = ['astro', 'ccsds', 'contract', 'engine', 'cli']
/** Folders and files that only tests or the compiler of the kernels need. */
const LEFT_OUT = new Set(['node_modules', 'testing', 'assembly', 'build.ts', 'wasm'])
const NEEDED = new Set(['.ts', '.mjs'])

type Manifest = {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const OURS = '@apsis/'

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const dependenciesOf = (folder: string) => Object.keys(manifestOf(folder).dependencies ?? {})

/** True if a file or folder of a member belongs in the package. */
function isNeeded(path: string): boolean {
  const name = basename(path)
  if (LEFT_OUT.has(name) || name.endsWith('.test.ts')) return false
  return extname(name) === '' || NEEDED.has(extname(name)) || name === 'package.json'
}

/** Copies an npm package and its dependencies into `modules`, each once. */
function copyPackage(name: string, modules: string): void {
  const [from, to] = [join(ROOT, 'node_modules', name), join(modules, name)]
  if (existsSync(to)) return
  cpSync(from, to, { recursive: true })
  for (const one of dependenciesOf(from)) copyPackage(one, modules)
}

/** Copies the members, their npm packages and the compiled kernels into `modules`; returns the names of the packages. */
async function fill(modules: string): Promise<string[]> {
  for (const member of MEMBERS) {
    const from = join(ROOT, member)
    cpSync(from, join(modules, OURS, member), { recursive: true, filter: isNeeded })
    for (const name of dependenciesOf(from)) if (!name.startsWith(OURS)) copyPackage(name, modules)
  }
  const kernels = join(modules, OURS, 'engine', 'wasm')
  mkdirSync(kernels)
  for (const build of KERNEL_BUILDS) writeFileSync(join(kernels, `${build}.wasm`), await readKernel(build))
  const thirdParties = readdirSync(modules).filter((name) => `${name}/` !== OURS)
  return [...MEMBERS.map((member) => `${OURS}${member}`), ...thirdParties]
}

/** Makes the package in its own folder and packs it into the folder `to`; returns the path of the file. */
export async function packCli(to: string): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), 'apsis-pack-'))
  try {
    const modules = join(stage, 'node_modules')
    const names = await fill(modules)
    const { version, license } = manifestOf(ROOT)
    const manifest = {
      name: 'apsis',
      version,
      description: 'Orbits, conjunctions and CCSDS messages on the command line',
      license,
      // The package is installed from its file, and npm refuses to publish it by mistake.
      private: true,
      engines: { node: '>=24' },
      bin: { apsis: 'node_modules/@apsis/cli/apsis.mjs' },
      dependencies: Object.fromEntries(names.map((name) => [name, manifestOf(join(modules, name)).version])),
      bundleDependencies: names,
    }
    writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest, null, 2))
    copyFileSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'))
    mkdirSync(to, { recursive: true })
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', resolve(to)]
    const packed = execFileSync('npm', args, { cwd: stage, encoding: 'utf8', shell: process.platform === 'win32' })
    return join(to, packed.trim())
  } finally {
    rmSync(stage, { recursive: true })
  }
}

if (isStarted(import.meta)) {
  const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist' } } })
  const file = await packCli(values.to)
  console.log(`${file}, ${Math.round(statSync(file).size / 1000)} kB: npm install --global ${file}`)
}
