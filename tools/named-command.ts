// Lets one npm script have many commands: `npm run bench -- NAME`, `npm run tool -- NAME`.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nearestWord } from '@apsis/cli/terminal/nearest-word.ts'
import { ROOT } from './run/step.ts'

export interface NamedCommand {
  /**
   * The file that runs the command, from the root of the project. It reads its options from the command line as if it were started alone; if tests
   * import it, it asks isStarted().
   */
  readonly file: string
  readonly about: string
}

export type NamedCommands = Readonly<Record<string, NamedCommand>>

/** True in the file of the command that runs, whether by its name or alone; `import.meta.main` is true only alone. */
export const isStarted = ({ filename }: ImportMeta): boolean => process.argv[1] === filename

/** Returns the text for a call without a name, such as `npm run bench --`: each name with its line. */
export function describeCommands(call: string, commands: NamedCommands): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  return [`Usage: ${call} NAME [options]`, ...lines].join('\n')
}

/** Returns the text that refuses an unknown name, with the nearest known one. */
export function refusalOf(call: string, commands: NamedCommands, name: string): string {
  const meant = nearestWord(name, Object.keys(commands))
  const hint = meant === undefined ? '.' : `; did you mean ${meant}?`
  return `There is no command "${name}"${hint}\n${describeCommands(call, commands)}`
}

/** Runs the command that the first word names in this process; the following words are its options. */
export async function runNamedCommand(call: string, commands: NamedCommands, words: readonly string[]): Promise<void> {
  const [name, ...options] = words
  if (name === undefined || name === '--help') {
    process.stdout.write(`${describeCommands(call, commands)}\n`)
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    process.stderr.write(`${refusalOf(call, commands, name)}\n`)
    process.exitCode = 2
    return
  }
  const file = join(ROOT, command.file)
  process.argv = [process.execPath, file, ...options]
  await import(pathToFileURL(file).href)
}
