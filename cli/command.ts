import { type ParseArgsConfig, parseArgs } from 'node:util'

/** What a command has to say: text for standard output and standard error, and its exit code. */
export interface Outcome {
  readonly exitCode: 0 | 1 | 2
  readonly output: string
  readonly diagnostics: string
}

/** One word after `apsis`, or two: what it is for, how it is called, and what it does. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly help: string
  readonly run: (args: readonly string[]) => Promise<Outcome>
}

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {}

/** What the command was given to read is wrong: exit code 1. */
export class InputError extends Error {}

/** The parsed arguments, where every mistake is a UsageError and a negative number may stand as a value. */
export function parseCommandLine<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

/** The one argument that the command wants beside its options. */
export function onlyArgument(positionals: readonly string[], what: string): string {
  const [first, second] = positionals
  if (first === undefined) throw new UsageError(`${what} is missing`)
  if (second !== undefined) throw new UsageError(`${JSON.stringify(second)} is one argument too many`)
  return first
}

/** Done: exit code 0. */
export function done(output: string, diagnostics = ''): Outcome {
  return { exitCode: 0, output, diagnostics }
}

/** Rows of name and value as two columns. */
export function formatTable(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd()).join('\n')
}

/** The value as JSON for programs. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
