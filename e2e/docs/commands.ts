import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_DIR } from '../product.ts'

// Runs the commands that a reader copies from the documentation, with the reader's own curl.

const run = promisify(execFile)
export const GUIDES = join(PROJECT_DIR, 'docs', 'guide')
const CALL_S = 30
const MOST_OUTPUT = 64 * 1024 ** 2
/** The number of retries of a call that is refused because the server is busy, each after the time that the answer names. */
const RETRIES = 4

type Environment = Readonly<Record<string, string>>

export type CommandResult = {
  /** The HTTP status of each call, in order. */
  readonly statuses: readonly string[]
  readonly stdout: string
  readonly failed: boolean
}

/** True if a script reads a stream, which curl ends only by a time limit. */
export const readsStream = (script: string) => script.includes('curl -sSN')

/** Runs a script in an empty folder, which it removes afterwards; no call takes longer than `limitS`. */
export async function runCommands(
  script: string,
  environment: Environment = {},
  limitS = CALL_S,
): Promise<CommandResult> {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-commands-'))
  // curl treats the time limit as a passing failure, so it would read the stream again.
  const retries = readsStream(script) ? 0 : RETRIES
  const settings = [`write-out = "%{stderr}<%{http_code}>\\n"`, `max-time = ${limitS}`, `retry = ${retries}`]
  writeFileSync(join(folder, '.curlrc'), `${settings.join('\n')}\n`)
  const options = {
    cwd: folder,
    env: { ...process.env, CURL_HOME: folder, ...environment },
    maxBuffer: MOST_OUTPUT,
  }
  try {
    const done = await run('sh', ['-c', script], options).then(
      ({ stdout, stderr }) => ({ stdout, stderr, failed: false }),
      ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr, failed: true }),
    )
    // A command in a guide may ask curl itself for the status, which is then in a line of the answer.
    const said = [...done.stderr.matchAll(/^<(\d+)>$/gm), ...done.stdout.matchAll(/(?:^|[}\]])(\d{3})$/gm)]
    return { statuses: said.map(([, status = '']) => status), stdout: done.stdout, failed: done.failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns all commands of a guide in their order, with the address of a product. */
export function commandsOf(guide: string, address: string): string {
  const text = readFileSync(join(GUIDES, guide), 'utf8').replaceAll('http://localhost:8080', address)
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code]) => code).join('\n')
}
