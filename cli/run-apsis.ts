import manifest from './package.json' with { type: 'json' }
import { type ExitCode, InputError, type ListedCommand, type Terminal, UsageError } from './terminal/command.ts'
import { nearestWord } from './terminal/nearest-word.ts'

export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'inspect',
    summary: 'say what a file is and whether it is valid, and list every fault with its line and keyword',
    load: async () => (await import('./commands/inspect.ts')).inspectCommand,
  },
  {
    name: 'convert',
    summary: 'write messages and element sets in another notation',
    load: async () => (await import('./commands/convert.ts')).convertCommand,
  },
  {
    name: 'propagate',
    summary: 'compute states of objects over time: by SGP4, by forces, or from an ephemeris',
    load: async () => (await import('./commands/propagate.ts')).propagateCommand,
  },
  {
    name: 'pc',
    summary: 'compute and check the collision probability of conjunction messages',
    load: async () => (await import('./commands/pc.ts')).pcCommand,
  },
  {
    name: 'plan',
    summary: 'plan the smallest burns that avoid a collision, propagated and confirmed',
    load: async () => (await import('./commands/plan.ts')).planCommand,
  },
  {
    name: 'burns',
    summary: 'find the burns in a history of element sets',
    load: async () => (await import('./commands/burns.ts')).burnsCommand,
  },
  {
    name: 'screen',
    summary: 'find encounters of objects with a catalogue, or of a whole catalogue with itself',
    load: async () => (await import('./screen/screen.ts')).screenCommand,
  },
  {
    name: 'statistics',
    summary: 'say what each accepted probability costs and leaves a year, from messages or counts',
    load: async () => (await import('./statistics/statistics.ts')).statisticsCommand,
  },
  {
    name: 'passes',
    summary: 'predict when sites see objects above their horizon, and when they are lit',
    load: async () => (await import('./commands/passes.ts')).passesCommand,
  },
  {
    name: 'associate',
    summary: 'find the object of a catalogue that a track of observations belongs to',
    load: async () => (await import('./commands/associate.ts')).associateCommand,
  },
  {
    name: 'orbit-determination',
    summary: 'determine an orbit, its covariance and the biases of sensors from measurements',
    load: async () => (await import('./commands/orbit-determination.ts')).orbitDeterminationCommand,
  },
  {
    name: 'sky',
    summary: 'show Sun, Moon and planets as a site sees them, and when its night is',
    load: async () => (await import('./commands/sky.ts')).skyCommand,
  },
  {
    name: 'frames',
    summary: 'transform states from one reference frame to another',
    load: async () => (await import('./commands/frames.ts')).framesCommand,
  },
  {
    name: 'orbit',
    summary: 'convert position and velocity to orbital elements, and back',
    load: async () => (await import('./commands/orbit.ts')).orbitCommand,
  },
  {
    name: 'time',
    summary: 'convert an instant between UTC, TAI, TT, TDB and GPS time',
    load: async () => (await import('./commands/time.ts')).timeCommand,
  },
  {
    name: 'completion',
    summary: 'print a script with which bash, zsh or fish completes commands and options',
    load: async () => (await import('./commands/completion.ts')).completionCommand(COMMANDS),
  },
  {
    name: 'man',
    summary: 'print the help of all commands as a manual page',
    load: async () => (await import('./commands/man.ts')).manCommand(COMMANDS),
  },
]

const WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length))

const HELP = `Usage: apsis COMMAND [ARGUMENTS]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${summary}`).join('\n')}

  -h, --help     print this text; after a command, print the help of that command, with examples
  -V, --version  print the version of Apsis

Every command that answers with data can write it for programs: as JSON (--json), as one JSON object per line
(--ndjson), or as CSV (--csv). A file named - is standard input. Answers go to standard output; faults and notes go to
standard error. Exit codes: 0, all is answered; 1, a file has faults or a part has no answer; 2, the command line is
wrong.`

/** Runs one command line, without the name of the program; returns its exit code. */
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
