import manifest from '../package.json' with { type: 'json' }
import { type Command, type ListedCommand, parseCommandLine, UsageError } from '../terminal/command.ts'

/** Returns the command `apsis man` for the listed commands. */
export function manCommand(listed: readonly ListedCommand[]): Command {
  return {
    help: `Usage: apsis man

Prints a manual page that man can read: the help of every command, one after the other.

Examples:
  apsis man | man -l -
  apsis man > /usr/local/share/man/man1/apsis.1`,
    run: async (args, terminal) => {
      const [first] = parseCommandLine(args, {}).positionals
      if (first !== undefined) throw new UsageError(`${JSON.stringify(first)} is one argument too many`)
      const chapters = await Promise.all(listed.map(async ({ name, load }) => ({ name, help: (await load()).help })))
      await terminal.write(manualPage(listed, chapters))
      return 0
    },
  }
}

interface Chapter {
  readonly name: string
  readonly help: string
}

/** Returns the page in the macros of man(7). The text of each command's help is kept unchanged, because its columns fit a terminal. */
function manualPage(listed: readonly ListedCommand[], chapters: readonly Chapter[]): string {
  const lines = [
    `.TH APSIS 1 "" "Apsis ${manifest.version}" "Apsis"`,
    '.SH NAME',
    'apsis \\- numbers and message formats for people who fly satellites',
    '.SH SYNOPSIS',
    '.B apsis',
    'COMMAND [ARGUMENTS]',
    '.SH COMMANDS',
    ...listed.flatMap(({ name, summary }) => ['.TP', `.B ${name}`, escaped(summary)]),
    ...chapters.flatMap(({ name, help }) => [`.SH APSIS ${name.toUpperCase()}`, '.nf', escaped(help), '.fi']),
    '.SH EXIT STATUS',
    '.TP',
    '0',
    'done',
    '.TP',
    '1',
    'what was read has faults, or a part of it has no answer',
    '.TP',
    '2',
    'the command line is wrong',
  ]
  return `${lines.join('\n')}\n`
}

/** Escapes the characters that man interprets: a backslash, a dash, and a full stop at the beginning of a line. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
}
