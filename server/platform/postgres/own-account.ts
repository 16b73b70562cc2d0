/** The account that the embedded database has for itself where root starts it. */
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findAccount, OWN_ACCOUNT } from './account.ts'
import { isErrno } from './processes.ts'

/** What making an account needs of the system. */
export type AccountTools = {
  readonly isThere: () => boolean
  /** Whether the user file can be changed at all. */
  readonly canWrite: () => boolean
  /** Runs a program to its end; throws with the code ENOENT where there is none of this name. */
  readonly run: (program: string, args: readonly string[]) => Promise<void>
}

/** `refused` says why there is none. */
export type OwnAccount = { readonly kind: 'found' | 'made' } | { readonly kind: 'refused'; readonly why: string }

/** Another program may be changing the user file, a second start of Apsis among them. */
const ATTEMPTS = 5
const PAUSE_MS = 300
const USER_FILE_DIR = '/etc'
const NO_HOME = '/nonexistent'
const NO_SHELLS = ['/usr/sbin/nologin', '/sbin/nologin']
const COMMENT = 'Database of Apsis'

/** Sees to it that the account of the database is there: a system account without home, password or shell. */
export async function ensureOwnAccount(tools: AccountTools = SYSTEM_TOOLS): Promise<OwnAccount> {
  if (tools.isThere()) return { kind: 'found' }
  if (!tools.canWrite()) return { kind: 'refused', why: `${USER_FILE_DIR} cannot be written to` }
  for (let attempt = 1; ; attempt++) {
    const why = await tryToMake(tools)
    // Where the tool failed, another start may have made it meanwhile.
    if (tools.isThere()) return { kind: why === undefined ? 'made' : 'found' }
    if (attempt === ATTEMPTS || !/\block\b/.test(why ?? ''))
      return { kind: 'refused', why: why ?? `${OWN_ACCOUNT} is not in the user file, though it was added` }
    await sleep(PAUSE_MS)
  }
}

/** What the tool said where it failed, or undefined. */
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
    // BusyBox, which Alpine has. Its adduser makes no group, and one may be left from before.
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

// A service may have been started without the folders of the administrator in its PATH.
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
