/** Runs a program as a container engine would run a service: with its own read-only file system, and without rights. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DoorProcess, watchProgram } from '../door-process.ts'
import type { Image } from './containerfile.ts'

export type Service = {
  readonly image: Image
  /** Undefined: the command in the image is used. */
  readonly command: readonly string[] | undefined
  readonly environment: Readonly<Record<string, string>>
  /** Writable folders, as named in compose.yaml. */
  readonly tmpfs: readonly string[]
  readonly isReadOnly: boolean
  /**
   * Folders from outside, and where they appear in the service: one represents the network connection to the database, the others represent volumes.
   */
  readonly mounts: readonly { readonly from: string; readonly at: string }[]
  /** The account of the service if the test runs as root; otherwise the service has the test's account. */
  readonly uid: number
}

const isRoot = process.getuid?.() === 0
const NAMESPACE = [...(isRoot ? [] : ['--user', '--map-root-user']), '--mount']
const RIGHTS = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
/** The path of Node in the service; in the base image Node is also in the search path. */
const NODE_AT = '/opt/node'
const SEARCH_PATH = `${NODE_AT}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`

/**
 * The programs and libraries of this machine replace the base image. Every step replaces the process (exec), so that finally the
 * service has its number and gets its signals. Mounts are made read-only as bind mounts: the options of a whole file system name
 * the owner by a number that a user namespace does not have.
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

/** Returns true if a test on this machine may have its own file system. */
export function canSeal(): boolean {
  return spawnSync('unshare', [...NAMESPACE, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
}

/** Starts the service in its own file system; this function may create files below `folder`. */
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
 * Starts the service in its tree unchanged, if a test may not have its own file system. As there is no tmpfs, its temporary folder
 * is one in which nobody can write.
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
