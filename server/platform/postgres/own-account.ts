/** Creates the account of the embedded database for a start as root. */
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findAccount, OWN_ACCOUNT } from './account.ts'
import { isErrno } from './processes.ts'

/** The functions of the system for creating an account. */
export type AccountTools = {
  readonly isThere: () => boolean
  /** Returns true if the user file can be changed. */
  readonly canWrite: () => boolean
  /** Runs a program to its end; throws an error with the code ENOENT if the program does not exist. */
  readonly run: (program: string, args: readonly string[]) => Promise<void>
}

/** `refused` gives the reason why there is no account. */
export type OwnAccount = { readonly kind: 'found' | 'made' } | { readonly kind: 'refused'; readonly why: string }

/** Another program may be changing the user file, for example a second start of Apsis. */
const ATTEMPTS = 5
const PAUSE_MS = 300
const USER_FILE_DIR = '/etc'
const NO_HOME = '/nonexistent'
const NO_SHELLS = ['/usr/sbin/nologin', '/sbin/nologin']
const COMMENT = 'Database of Apsis'

/** Makes sure that the account of the database exists: a system account without home, password or shell. */
export async function ensureOwnAccount(tools: AccountTools = SYSTEM_TOOLS): Promise<OwnAccount> {
  if (tools.isThere()) return { kind: 'found' }
  if (!tools.canWrite()) return { kind: 'refused', why: `${USER_FILE_DIR} cannot be written to` }
  for (let attempt = 1; ; attempt++) {
    const why = await tryToMake(tools)
    // If the tool failed, another start may have created it meanwhile.
    if (tools.isThere()) return { kind: why === undefined ? 'made' : 'found' }
    if (attempt === ATTEMPTS || !/\block\b/.test(why ?? ''))
      return { kind: 'refused', why: why ?? `${OWN_ACCOUNT} is not in the user file, though it was added` }
    await sleep(PAUSE_MS)
  }
}

/** Returns the message of the tool if it failed, or undefined. */
async function tryToMake({ run }: AccountTools): Promise<string | undefined> {
  const shell = NO_SHELLS.find((path) => existsSync(path)) ?? '/bin/false'
  const home = ['--home-dir', NO_HOME, '--no-create-home']
  const who = ['--system', '--user-group', '--shell', shell, '--comment', COMMENT]
  try {
    await run('useradd', [...who, ...home, OWN_ACCOUNT])
    return undefined
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) return explain(error)
  }
  try {
    // These are the tools of BusyBox, as in Alpine. Its adduser creates no group, and a group of an earlier account may exist.
    await run('addgroup', ['-S', OWN_ACCOUNT]).catch(() => undefined)
    await run('adduser', ['-S', '-D', '-H', '-h', NO_HOME, '-s', shell, '-g', COMMENT, '-G', OWN_ACCOUNT, OWN_ACCOUNT])
    return undefined
  } catch (error) {
    return isErrno(error, 'ENOENT') ? 'there is neither useradd nor adduser' : explain(error)
  }
}

function explain(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return said === '' ? String(error) : said
}

// A service may be started with a PATH that lacks the sbin folders.
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }
const runFile = promisify(execFile)

const SYSTEM_TOOLS: AccountTools = {
  isThere: () => findAccount(OWN_ACCOUNT) !== undefined,
  canWrite: () => {
    try {
      accessSync(USER_FILE_DIR, constants.W_OK)
      return true
    } catch (error) {
      if (!isErrno(error, 'EROFS', 'EACCES', 'EPERM')) throw error
      return false
    }
  },
  run: async (program, args) => {
    await runFile(program, args, { env: ENVIRONMENT })
  },
}
