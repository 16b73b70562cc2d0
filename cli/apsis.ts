#!/usr/bin/env node
// The command `apsis`: the numbers and formats on the command line, without a server.
import { type Command, formatTable, InputError, type Outcome, UsageError } from './command.ts'
import { opmReadCommand } from './opm.ts'
import { orbitCommand } from './orbit.ts'
import manifest from './package.json' with { type: 'json' }
import { timeCommand } from './time.ts'

const COMMANDS: readonly Command[] = [timeCommand, orbitCommand, opmReadCommand]

const HELP = `Usage: apsis COMMAND [ARGUMENTS]

${formatTable(COMMANDS.map(({ name, summary }) => [`  ${name}`, summary]))}

  --help       this text; after a command, its own
  --version    the version of Apsis

Answers go to standard output, what is wrong to standard error. Exit codes: 0 done; 1 what was read is wrong, with
its line and keyword; 2 the command line is wrong.`

/** The command whose words begin the arguments, and the arguments that are left. */
function findCommand(args: readonly string[]): { command: Command; rest: readonly string[] } | null {
  for (const command of COMMANDS) {
    const words = command.name.split(' ')
    if (words.every((word, index) => args[index] === word)) return { command, rest: args.slice(words.length) }
  }
  return null
}

async function run(args: readonly string[]): Promise<Outcome> {
  const [first] = args
  if (first === '--version') return { exitCode: 0, output: manifest.version, diagnostics: '' }
  if (first === '--help' || first === '-h') return { exitCode: 0, output: HELP, diagnostics: '' }
  const found = findCommand(args)
  if (found === null) {
    const what =
      first === undefined ? 'a command is missing' : `there is no command ${JSON.stringify(args.slice(0, 2).join(' '))}`
    return { exitCode: 2, output: '', diagnostics: `apsis: ${what}\n\n${HELP}` }
  }
  const { command, rest } = found
  if (rest.includes('--help') || rest.includes('-h')) return { exitCode: 0, output: command.help, diagnostics: '' }
  try {
    return await command.run(rest)
  } catch (error) {
    const told = `apsis ${command.name}: ${error instanceof Error ? error.message : String(error)}`
    if (error instanceof InputError) return { exitCode: 1, output: '', diagnostics: told }
    if (error instanceof UsageError) {
      return { exitCode: 2, output: '', diagnostics: `${told}\nTry: apsis ${command.name} --help` }
    }
    throw error
  }
}

// A reader that has seen enough, such as `head`, is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const { exitCode, output, diagnostics } = await run(process.argv.slice(2))
if (output !== '') process.stdout.write(`${output}\n`)
if (diagnostics !== '') process.stderr.write(`${diagnostics}\n`)
process.exitCode = exitCode
