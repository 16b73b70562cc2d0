// Lets one npm script have many commands: `npm run bench -- NAME`, `npm run interop -- NAME`.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nearestWord } from '@apsis/cli/terminal/nearest-word.ts'
import { ROOT } from './run/step.ts'

export interface NamedCommand {
  /** The file that runs the command, from the root of the project. It reads its options from the command line as if it were started alone. */
  readonly file: string
  readonly about: string
}

export type NamedCommands = Readonly<Record<string, NamedCommand>>

/** Returns the text for a script that is called without a command: each name with its line. */
export function describeCommands(script: string, commands: NamedCommands): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  return [`Usage: npm run ${script} -- NAME [options]`, ...lines].join('\n')
}

/** Returns the text that refuses an unknown name, with the nearest known one. */
export function refusalOf(script: string, commands: NamedCommands, name: string): string {
  const meant = nearestWord(name, Object.keys(commands))
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return `npm run ${script} has no command "${name}"${hint}\n${describeCommands(script, commands)}`
}

/** Runs the command that the first word names in this process; the following words are its options. */
export async function runNamedCommand(
  script: string,
  commands: NamedCommands,
  words: readonly string[],
): Promise<void> {
  const [name, ...options] = words
  if (name === undefined || name === '--help') {
    process.stdout.write(`${describeCommands(script, commands)}\n`)
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    process.stderr.write(`${refusalOf(script, commands, name)}\n`)
    process.exitCode = 2
    return
  }
  const file = join(ROOT, command.file)
  process.argv = [process.execPath, file, ...options]
  await import(pathToFileURL(file).href)
}
