/**
 * Imitates a build of deploy/Containerfile without a container engine: it copies the files of the COPY lines, and creates the
 * results of the RUN lines.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { buildKernel } from '@apsis/engine/build.ts'
import { KERNEL_BUILDS } from '@apsis/engine/host.ts'
import { cachedKernelFile } from '@apsis/engine/kernel-sources.ts'
import { buildWebIfNeeded } from '../../http/web-build.ts'
import { PROJECT_DIR } from '../../process/version.ts'

export type Image = {
  /** The root of the file system that the last stage adds to its base image. */
  readonly root: string
  readonly workdir: string
  readonly environment: Readonly<Record<string, string>>
  readonly user: string
  readonly command: readonly string[]
}

type Stage = { -readonly [K in keyof Image]: Image[K] }

/** Creates the tree of every stage below a folder. The folder should be on the disk of the project, because packages are linked. */
export async function replayContainerfile(text: string, folder: string): Promise<Image> {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const [word, rest] of instructionsOf(text)) {
    if (word === 'FROM') {
      const name = / AS (\S+)$/.exec(rest)?.[1] ?? 'last'
      stage = { root: join(folder, name), workdir: '/', environment: {}, user: 'root', command: [] }
      stages.set(name, stage)
    } else if (stage === undefined) throw new Error(`${word} stands before the first FROM`)
    else await follow(word, rest, stage, stages)
  }
  if (stage === undefined) throw new Error('The Containerfile has no stage')
  return stage
}

function instructionsOf(text: string): [string, string][] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
  return lines.split('\n').map((line) => {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    return [word, rest]
  })
}

async function follow(word: string, rest: string, stage: Stage, stages: ReadonlyMap<string, Stage>): Promise<void> {
  switch (word) {
    case 'WORKDIR':
      stage.workdir = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
      return
    case 'COPY':
      return copy(rest, stage, stages)
    case 'RUN':
      for (const command of rest.split(' && ')) await replayRun(command, join(stage.root, stage.workdir))
      return
    case 'ENV':
      stage.environment = Object.fromEntries(rest.split(' ').map((pair) => pair.split('=') as [string, string]))
      return
    case 'USER':
      stage.user = rest
      return
    case 'CMD':
      stage.command = JSON.parse(rest)
      return
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return
    default:
      throw new Error(`The replay does not know ${word}`)
  }
}

function copy(rest: string, stage: Stage, stages: ReadonlyMap<string, Stage>): void {
  const words = rest.split(/\s+/)
  const other = /^--from=(.*)$/.exec(words[0] ?? '')?.[1]
  if (other !== undefined) words.shift()
  const target = words.pop() ?? ''
  const source = other === undefined ? PROJECT_DIR : stages.get(other)?.root
  if (source === undefined) throw new Error(`COPY --from=${other}: there is no such stage`)
  const to = join(stage.root, target.startsWith('/') ? target : join(stage.workdir, target))
  for (const word of words) {
    const from = join(source, word)
    if (other !== undefined) link(from, to)
    else if (statSync(from).isDirectory()) copyContext(from, to)
    else copyContext(from, target.endsWith('/') ? join(to, word.split('/').at(-1) ?? '') : to)
  }
}

/** Copies the part of the project that the engine gets: everything that .dockerignore does not exclude. */
function copyContext(from: string, to: string): void {
  const path = relative(PROJECT_DIR, from)
  if (IGNORED.some((pattern) => matchesGlob(path, pattern))) return
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from)) copyContext(join(from, name), join(to, name))
  } else {
    mkdirSync(dirname(to), { recursive: true })
    // A stage may overwrite files of an earlier one.
    rmSync(to, { force: true })
    linkSync(from, to)
  }
}

const IGNORED = readFileSync(join(PROJECT_DIR, '.dockerignore'), 'utf8').split('\n').filter(Boolean)

/** Copies with hard links; the contents of a folder are merged into the target folder. */
function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('cp', ['--archive', '--link', '--no-target-directory', from, to])
}

/** Creates the results of a build command from the checkout, because a test installs nothing. */
async function replayRun(command: string, workdir: string): Promise<void> {
  if (command === 'npm ci') return
  if (command.startsWith('npm ci ')) return linkPackages(command, workdir)
  if (command === 'npm run build') {
    if (!existsSync(join(PROJECT_DIR, 'web', 'dist', 'index.html')))
      await buildWebIfNeeded(PROJECT_DIR, () => undefined)
    return link(join(PROJECT_DIR, 'web', 'dist'), join(workdir, 'web', 'dist'))
  }
  if (command === 'node engine/build.ts') {
    for (const build of KERNEL_BUILDS) {
      const cached = cachedKernelFile(build)
      if (!existsSync(cached)) await buildKernel(build, cached)
      link(cached, join(workdir, 'engine', 'wasm', `${build}.wasm`))
    }
    return
  }
  // This command creates an empty folder outside the program: the test mounts its own volume there.
  if (command.startsWith('install --directory ')) return
  throw new Error(`The replay does not know what "${command}" leaves behind`)
}

type LockEntry = {
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Links the packages that npm would install for the workspaces in the command, without development and optional packages. */
function linkPackages(command: string, workdir: string): void {
  for (const wanted of ['--omit=dev', '--omit=optional'])
    if (!command.includes(wanted)) throw new Error(`The replay installs with ${wanted} only`)
  const lock: Record<string, LockEntry> = JSON.parse(readFileSync(join(workdir, 'package-lock.json'), 'utf8')).packages
  const members = [...command.matchAll(/--workspace=(\S+)/g)].map(([, name]) => `node_modules/@apsis/${name}`)
  for (const member of members.map((path) => lock[path]?.resolved))
    if (member === undefined || !existsSync(join(workdir, member, 'package.json')))
      throw new Error(`${command}: the folder of a workspace is missing`)
  for (const path of packagesBelow(lock, members))
    if (path.startsWith('node_modules/') && !path.includes('/node_modules/'))
      link(join(PROJECT_DIR, path), join(workdir, path))
}

/** Returns the path in node_modules of every package that these packages need, including themselves. */
function packagesBelow(lock: Readonly<Record<string, LockEntry>>, first: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (path: string): void => {
    const entry = lock[path]
    if (entry === undefined || found.has(path)) return
    found.add(path)
    if (entry.link) visit(entry.resolved ?? '')
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys(dependencies), ...peers]) visit(resolve(lock, path, name))
  }
  first.forEach(visit)
  return found
}

/** Node searches for a package in the folder itself, then in the folders above it. */
function resolve(lock: Readonly<Record<string, LockEntry>>, from: string, name: string): string {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`
    if (lock[path] !== undefined) return path
    if (place === '') throw new Error(`${from} needs ${name}, which the lock file does not have`)
  }
}
