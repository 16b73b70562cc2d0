// Runs a TypeScript entry under the pinned Node, and first installs packages if node_modules does not match the lock file. It is plain JavaScript,
// because a fresh clone has only the machine's own Node (20 or later).
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled } from './installed.mjs'
import { unknownRegistry } from './registry.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.apsis-lock')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

async function installIfNeeded() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  // A plain `npm ci` leaves no stamp, and a new installation would remove the packages of running programs.
  if (isInstalled(root)) {
    keepStamp()
    return
  }
  requireWritable()
  console.log('Installing dependencies (once, about a minute)…')
  const began = Date.now()
  const pulse = setInterval(
    () => console.log(`  still installing (${Math.round((Date.now() - began) / 1000)} s)`),
    10_000,
  )
  const unknown = await unknownRegistry(root)
  if (unknown !== undefined)
    console.log(
      `  this machine finds no address for ${unknown}, the registry of npm: only what npm has kept can be used`,
    )
  const source = unknown === undefined ? '--prefer-offline' : '--offline'
  const npm = spawn('npm', ['ci', '--loglevel=error', '--progress=false', source], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const passOn = (signal) => npm.kill(signal)
  for (const signal of SIGNALS) process.on(signal, passOn)
  const code = await new Promise((resolve) => npm.on('exit', resolve))
  for (const signal of SIGNALS) process.off(signal, passOn)
  clearInterval(pulse)
  if (code !== 0) {
    console.error(
      'The packages could not be installed: npm says why above. It has to reach its registry once; a machine without a\n' +
        'network is given the folder of one that has it: deploy/README.md, "Without a network".',
    )
    process.exit(code ?? 1)
  }
  keepStamp()
}

/** Saves the next start from checking all packages; a user who may only read this folder checks each time. */
function keepStamp() {
  try {
    writeFileSync(stamp, lock)
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error
  }
}

function requireWritable() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    console.error(
      `The packages of Apsis are not installed, and this account may not write to ${root}.\n` +
        'Run "npm ci && npm run build" there as its owner.',
    )
    process.exit(1)
  }
}

/** Returns the lock file's Node if a package for this platform exists, else this one if it is new enough. */
function pinnedNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  try {
    return join(dirname(createRequire(join(root, 'package.json')).resolve(`${name}/package.json`)), binary)
  } catch {
    if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
    console.error(
      `Apsis needs Node 24, and there is no packaged one for ${process.platform}-${process.arch}: install Node 24 or later.`,
    )
    process.exit(1)
  }
}

await installIfNeeded()
const [entry, ...args] = process.argv.slice(2)
const node = pinnedNode()
// The channel closes when this process ends in any way, which tells the program; nothing is sent on it.
const child = spawn(node, [join(root, entry ?? ''), ...args], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    // All processes and threads share compiled code: each starts sooner and uses 15 MB less memory.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'apsis-code'),
    PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  },
})
// A plain `kill` reaches only this process, so it is passed on. Ctrl-C in a terminal reaches the program twice, which does no harm.
for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 128 : (code ?? 1)))

// npm may end without a signal to this process; then it stops the program.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
}
