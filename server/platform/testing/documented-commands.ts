/** Reads the commands for an operator in README, the run-book and the pages of deploy/, exactly as printed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_DIR } from '../process/version.ts'
import { DOCUMENTED_COMMANDS, type TriedBy } from './documented-commands.data.ts'

const PAGES = [
  'README.md',
  'deploy/README.md',
  'deploy/run-book.md',
  'deploy/database/README.md',
  'deploy/keycloak/README.md',
] as const

const PROGRAM = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|psql|podman|systemctl|journalctl|tar|mkdir|sed|bin\/kc\.sh) \S/

/** Returns every command once, in the order of the pages. */
export function documentedCommands(): readonly string[] {
  return [...new Set(PAGES.flatMap((page) => commandsOf(readFileSync(join(PROJECT_DIR, page), 'utf8'))))]
}

function commandsOf(page: string): string[] {
  const found: string[] = []
  // The pattern matches a block of code, or a command within the text.
  for (const [, language, block, words] of page.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```|`([^`\n]+)`/gm)) {
    // Blocks in other languages are contents of files.
    if (block !== undefined && (language === '' || language === 'sh')) found.push(...linesOf(block))
    else if (words !== undefined && PROGRAM.test(words)) found.push(words)
  }
  return found
}

function linesOf(block: string): string[] {
  return block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim())
    .filter((line) => line !== '')
}

/** Returns the commands that this kind of test runs, in the order of the list. */
export function commandsTriedBy(by: TriedBy): readonly string[] {
  return Object.keys(DOCUMENTED_COMMANDS).filter((command) => DOCUMENTED_COMMANDS[command] === by)
}

/** Runs a command in a shell, as an operator would; returns all of its output. */
export async function give(
  command: string,
  env: Readonly<Record<string, string>>,
  { folder = PROJECT_DIR, path = dirname(process.execPath) }: { folder?: string; path?: string } = {},
): Promise<string> {
  const { PATH, TMPDIR } = process.env
  const shell = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { TMPDIR, ...env, PATH: `${path}:${PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
  const [code] = await once(shell, 'close')
  if (code !== 0) throw new Error(`${command}: exit code ${code}\n${said}`)
  return said
}
