import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestWord } from './nearest-word.ts'

/** 0: success. 1: the input has faults, or a part of it has no answer. 2: the command line is wrong. */
export type ExitCode = 0 | 1 | 2

/** Everything outside a command that the command uses, so that a test can replace it. */
export interface Terminal {
  /** Reads the bytes of a file, or of standard input if the name is `-`. */
  readonly read: (name: string) => AsyncIterable<Uint8Array>
  /** Writes to standard output unchanged; resolves when more may be written. */
  readonly write: (text: string) => Promise<void>
  /** Writes a line to standard error. */
  readonly note: (line: string) => void
  /** Shows the present step of a long run and replaces the previous text; only on a terminal. */
  readonly progress: (line: string) => void
  readonly now: () => Date
}

/** A command, and its --help. */
export interface Command {
  readonly help: string
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>
}

/** A command in the list of `apsis --help`. */
export interface ListedCommand {
  readonly name: string
  readonly summary: string
  /** Loads the command when it is requested. */
  readonly load: () => Promise<Command>
}

/** Thrown if the command line itself is wrong; the exit code is 2. */
export class UsageError extends Error {}

/** Thrown if a file that the command reads is wrong; the exit code is 1. */
export class InputError extends Error {}

/** Returns the parsed arguments; every mistake is a UsageError. A negative value is joined to its option: `--site=-31,…`. */
export function parseCommandLine<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: joinNegative(args), options, allowPositionals: true, strict: true })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(saidOf(error, Object.keys(options)))
    throw error
  }
}

/** Returns the parser's message; for an unknown option, the message also names the most similar existing option. */
function saidOf(error: TypeError, known: readonly string[]): string {
  const [, typed] = /^Unknown option '--([^']*)'/.exec(error.message) ?? []
  if (typed === undefined) return error.message
  const meant = nearestWord(typed, known)
  return `there is no option --${typed}${meant === undefined ? '' : `; did you mean --${meant}?`}`
}

/** Joins `--site -31.2,-64.2,493` to `--site=-31.2,-64.2,493`, because no option begins with a digit. */
function joinNegative(args: readonly string[]): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const before = joined.at(-1)
    if (before !== undefined && /^--[a-z][a-z-]*$/.test(before) && /^-[\d.]/.test(arg)) {
      joined[joined.length - 1] = `${before}=${arg}`
    } else joined.push(arg)
  }
  return joined
}

/** Returns the only argument that the command requires in addition to its options. */
export function onlyArgument(positionals: readonly string[], what: string): string {
  const [first, second] = positionals
  if (first === undefined) throw new UsageError(`${what} is missing`)
  if (second !== undefined) throw new UsageError(`${JSON.stringify(second)} is one argument too many`)
  return first
}

/** Returns the files of the command: at least one, and standard input only once. */
export function requireFiles(positionals: readonly string[]): readonly string[] {
  if (positionals.length === 0) throw new UsageError('the file is missing; - is standard input')
  if (positionals.filter((name) => name === '-').length > 1) throw new UsageError('standard input is named twice')
  return positionals
}
