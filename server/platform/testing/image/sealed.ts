/** Runs a program as a container engine would run a service: with its own file system, read-only and without rights. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DoorProcess, watchProgram } from '../door-process.ts'
import type { Image } from './containerfile.ts'

export type Service = {
  readonly image: Image
  /** Undefined: the image's own command. */
  readonly command: readonly string[] | undefined
  readonly environment: Readonly<Record<string, string>>
  /** Writable places, as named in compose.yaml. */
  readonly tmpfs: readonly string[]
  readonly isReadOnly: boolean
  /** Folders from outside, and their places in the service: one represents the network to the database, others volumes. */
  readonly mounts: readonly { readonly from: string; readonly at: string }[]
  /** The account of the service if the test runs as root; else it is the test's own. */
  readonly uid: number
}

const isRoot = process.getuid?.() === 0
const NAMESPACE = [...(isRoot ? [] : ['--user', '--map-root-user']), '--mount']
const RIGHTS = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
/** The place of Node for the service: in the base image it is in the search path, too. */
const NODE_AT = '/opt/node'
const SEARCH_PATH = `${NODE_AT}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`

/**
 * The programs and libraries of this machine replace the base image. Every step replaces the process, so that finally the service has its
 * number and gets its signals. Mounts are made read-only as binds: the options of a whole file system name the owner by a number that a
 * user's own namespace does not have.
 */
const SCRIPT = `
set -e
mount --make-rprivate /
mount -t tmpfs -o mode=755 none "$SEALED_ROOT"
cd "$SEALED_ROOT"
place() { mkdir -p ".$2"; mount --rbind "$1" ".$2"; }
read_only() { place "$1" "$2"; mount -o remount,bind,ro ".$2"; }
for path in /usr /etc; do read_only $path $path; done
for path in /bin /sbin /lib /lib64; do
  if [ -L $path ]; then cp -P $path .; elif [ -d $path ]; then read_only $path $path; fi
done
place /proc /proc
place /dev /dev
read_only "$SEALED_NODE" ${NODE_AT}
read_only "$SEALED_TREE" "$SEALED_WORKDIR"
for mount in $SEALED_MOUNTS; do place "\${mount%%:*}" "\${mount#*:}"; done
mkdir -m 1777 tmp
for place in $SEALED_TMPFS; do
  mkdir -p ".\${place%%:*}"
  mount -t tmpfs -o "\${place#*:}" none ".\${place%%:*}"
done
[ "$SEALED_READ_ONLY" = false ] || mount -o remount,bind,ro .
exec chroot . setpriv $SEALED_RIGHTS env --chdir="$SEALED_WORKDIR" "$@"
`

/** Returns true if this machine lets a test have its own file system. */
export function canSeal(): boolean {
  return spawnSync('unshare', [...NAMESPACE, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
}

/** Starts the service; it may create its files below `folder`. */
export function startSealed(service: Service, folder: string): DoorProcess {
  const { image, command = image.command, environment, tmpfs, isReadOnly, mounts, uid } = service
  const root = mkdtempSync(join(folder, 'root-'))
  const account = isRoot ? [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'] : []
  const env = {
    ...image.environment,
    ...environment,
    PATH: SEARCH_PATH,
    SEALED_ROOT: root,
    SEALED_NODE: dirname(process.execPath),
    SEALED_TREE: join(image.root, image.workdir),
    SEALED_WORKDIR: image.workdir,
    SEALED_MOUNTS: mounts.map(({ from, at }) => `${from}:${at}`).join(' '),
    SEALED_TMPFS: tmpfs.join(' '),
    SEALED_READ_ONLY: String(isReadOnly),
    SEALED_RIGHTS: [...account, ...RIGHTS].join(' '),
  }
  return watchProgram('unshare', [...NAMESPACE, 'sh', '-c', SCRIPT, 'sealed', ...command], { env })
}

/**
 * Starts the service in its tree unchanged, if a test may not have its own file system: without the tmpfs its temporary folder is one in
 * which nobody can write.
 */
export function startUnsealed(service: Service, folder: string): DoorProcess {
  const { image, command = image.command, environment, tmpfs, isReadOnly, mounts } = service
  const canWrite = !isReadOnly || tmpfs.some((place) => place.startsWith('/tmp:'))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const outside = (value: string) =>
    mounts.reduce(
      (text, { from, at }) => text.replaceAll(encodeURIComponent(at), encodeURIComponent(from)).replaceAll(at, from),
      value,
    )
  const given = Object.entries({ ...image.environment, ...environment }).map(([name, value]) => [name, outside(value)])
  const env = { ...Object.fromEntries(given), PATH: process.env.PATH, TMPDIR: canWrite ? temporary : '/proc' }
  const [program = '', ...args] = command
  return watchProgram(program === 'node' ? process.execPath : program, args, {
    env,
    cwd: join(image.root, image.workdir),
  })
}
