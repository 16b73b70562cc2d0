import { type Command, type ExitCode, InputError, type Terminal, UsageError } from './command.ts'
import { nearestWord } from './nearest-word.ts'
import manifest from './package.json' with { type: 'json' }

export interface Listed {
  readonly name: string
  readonly summary: string
  /** Each is loaded only when it is asked for. */
  readonly load: () => Promise<Command>
}

export const COMMANDS: readonly Listed[] = [
  {
    name: 'inspect',
    summary: 'what a file is, whether it is valid, and every fault with line and keyword',
    load: async () => (await import('./inspect.ts')).inspectCommand,
  },
  {
    name: 'convert',
    summary: 'messages and element sets from one notation to another',
    load: async () => (await import('./convert.ts')).convertCommand,
  },
  {
    name: 'propagate',
    summary: 'states of objects over time, by SGP4, by forces or out of an ephemeris',
    load: async () => (await import('./propagate.ts')).propagateCommand,
  },
  {
    name: 'pc',
    summary: 'collision probabilities of conjunction messages, by all methods, checked',
    load: async () => (await import('./pc.ts')).pcCommand,
  },
  {
    name: 'screen',
    summary: 'encounters of objects with a catalogue, or of a whole catalogue with itself',
    load: async () => (await import('./screen.ts')).screenCommand,
  },
  {
    name: 'passes',
    summary: 'when sites can see objects, by elevation or by light',
    load: async () => (await import('./passes.ts')).passesCommand,
  },
  {
    name: 'associate',
    summary: 'which object of a catalogue a track of observations is of',
    load: async () => (await import('./associate.ts')).associateCommand,
  },
  {
    name: 'sky',
    summary: 'Sun, Moon and planets as a site sees them, and its night',
    load: async () => (await import('./sky.ts')).skyCommand,
  },
  {
    name: 'frames',
    summary: 'states from one reference frame to another',
    load: async () => (await import('./frames.ts')).framesCommand,
  },
  {
    name: 'orbit',
    summary: 'position and velocity to orbital elements, and back',
    load: async () => (await import('./orbit.ts')).orbitCommand,
  },
  {
    name: 'time',
    summary: 'an instant in UTC, TAI, TT, TDB and GPS time, to the nanosecond',
    load: async () => (await import('./time.ts')).timeCommand,
  },
  {
    name: 'completion',
    summary: 'a script with which bash, zsh or fish completes commands and options',
    load: async () => (await import('./completion.ts')).completionCommand(COMMANDS),
  },
  {
    name: 'man',
    summary: 'all of this help as a manual page',
    load: async () => (await import('./man.ts')).manCommand(COMMANDS),
  },
]

const WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length))

const HELP = `Usage: apsis COMMAND [ARGUMENTS]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${summary}`).join('\n')}

  -h, --help     this text; after a command, its own, with examples
  -V, --version  the version of Apsis

Each command that answers with data takes --json, --ndjson (a JSON object in each line) or --csv, for programs.

Files may be - for standard input. Answers go to standard output, what is wrong to standard error. Exit codes: 0 done;
1 what was read has faults, or a part of it has no answer; 2 the command line is wrong.`

/** Runs one command line, without the name of the program; says what it exits with. */
export async function runApsis(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first, ...rest] = args
  if (first === '--version' || first === '-V') return answer(terminal, manifest.version)
  if (first === '--help' || first === '-h') return answer(terminal, HELP)
  const listed = COMMANDS.find(({ name }) => name === first)
  if (listed === undefined) {
    terminal.note(`apsis: ${first === undefined ? 'a command is missing' : describeUnknown(first)}\n\n${HELP}`)
    return 2
  }
  const command = await listed.load()
  if (rest.includes('--help') || rest.includes('-h')) return answer(terminal, command.help)
  try {
    return await command.run(rest, terminal)
  } catch (error) {
    if (!(error instanceof InputError) && !(error instanceof UsageError)) throw error
    terminal.note(`apsis ${listed.name}: ${error.message}`)
    if (error instanceof InputError) return 1
    terminal.note(`Try: apsis ${listed.name} --help`)
    return 2
  }
}

function describeUnknown(typed: string): string {
  const isOption = typed.startsWith('-')
  const names = isOption ? ['--help', '--version'] : COMMANDS.map(({ name }) => name)
  const meant = nearestWord(typed, names)
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return `there is no ${isOption ? 'option' : 'command'} ${JSON.stringify(typed)}${hint}`
}

async function answer(terminal: Terminal, text: string): Promise<ExitCode> {
  await terminal.write(`${text}\n`)
  return 0
}
