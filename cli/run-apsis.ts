import { type Command, type ExitCode, InputError, type Terminal, UsageError } from './command.ts'
import manifest from './package.json' with { type: 'json' }

interface Listed {
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
]

const WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length))

const HELP = `Usage: apsis COMMAND [ARGUMENTS]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${summary}`).join('\n')}

  --help       this text; after a command, its own, with examples
  --version    the version of Apsis

Files may be - for standard input. Answers go to standard output, what is wrong to standard error. Exit codes: 0 done;
1 what was read has faults, or a part of it has no answer; 2 the command line is wrong.`

/** Runs one command line, without the name of the program; says what it exits with. */
export async function runApsis(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first, ...rest] = args
  if (first === '--version') return answer(terminal, manifest.version)
  if (first === '--help' || first === '-h') return answer(terminal, HELP)
  const listed = COMMANDS.find(({ name }) => name === first)
  if (listed === undefined) {
    const what = first === undefined ? 'a command is missing' : `there is no command ${JSON.stringify(first)}`
    terminal.note(`apsis: ${what}\n\n${HELP}`)
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

async function answer(terminal: Terminal, text: string): Promise<ExitCode> {
  await terminal.write(`${text}\n`)
  return 0
}
