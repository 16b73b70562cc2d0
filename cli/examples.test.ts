import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from './run-apsis.ts'
import { record } from './testing/recorded-terminal.ts'

const SAMPLES = join(import.meta.dirname, '..', 'ccsds', 'samples')
const GUIDE = join(import.meta.dirname, '..', 'docs', 'guide', 'platform', 'command-line.md')
/** The sample files that the pages offer, with the names that the examples and the guide use. */
const samples = Object.fromEntries(
  readdirSync(SAMPLES).map((name) => [name, readFileSync(join(SAMPLES, name), 'utf8')]),
)
const files: Readonly<Record<string, string>> = {
  ...samples,
  'iss.tle': samples['catalogue.tle']?.split('\n').slice(0, 3).join('\n') ?? '',
}

/** Returns the examples in a help text as arguments; this function does the work of a shell. */
function examplesOf(help: string): { line: string; args: string[]; input: string }[] {
  const lines = help.slice(help.indexOf('Examples:')).split('\n').slice(1)
  return lines.map((line) => {
    // Only the apsis part is used: after `source <(`, before `| man -l -` or `> FILE`.
    const [, own = '', before = ''] = /^(?=.*?\bapsis ([^|>)]*))(.*?)\bapsis /.exec(line) ?? []
    const input = before.includes('|') ? (/cat (\S+)/.exec(before)?.[1] ?? 'iss.tle') : ''
    const args = own.trim().split(/\s+/)
    return { line: line.trim(), args: args.flatMap((arg) => (arg === '*.cdm' ? ['conjunction.cdm'] : [arg])), input }
  })
}

test.each(COMMANDS.map(({ name, load }) => ({ name, load })))(
  'every example of apsis $name --help runs',
  async ({ load }) => {
    const examples = examplesOf((await load()).help)
    expect(examples.length).toBeGreaterThan(0)
    for (const { line, args, input } of examples) {
      const { code, out, err } = await record(args, { ...files, '-': files[input] ?? '' })
      expect({ line, err, isUsed: code < 2, isEmpty: out === '' }).toEqual({
        line,
        err: code === 0 ? '' : expect.not.stringContaining('Try:'),
        isUsed: true,
        isEmpty: false,
      })
      // A program must be able to read the answer.
      if (args.includes('--json')) expect(() => JSON.parse(out)).not.toThrow()
    }
  },
)

test('every command of the guide runs with the sample files', async () => {
  const text = readFileSync(GUIDE, 'utf8')
  const lines = [...text.matchAll(/^```text\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) => code.split('\n'))
  const helps = await Promise.all(COMMANDS.map(async ({ load }) => (await load()).help))
  // Examples that are also in a help text were run above.
  const own = lines.filter((line) => line.startsWith('apsis ') && !helps.some((help) => help.includes(line)))
  const commands = own.map((line) => line.split(/\s+/).slice(1))
  expect(commands.length).toBeGreaterThan(5)
  for (const words of commands) {
    const args = words.flatMap((word) => (word === '*.cdm' ? ['conjunction.cdm'] : [word]))
    const { code, out, err } = await record(args, files)
    expect({ args, err, code, isEmpty: out === '' }).toEqual({ args, err: expect.anything(), code: 0, isEmpty: false })
  }
})

test.each(Object.keys(samples).filter((name) => /\.(cdm|oem|opm|tdm)$/.test(name)))(
  'the sample %s is strictly valid, and says that it is synthetic',
  async (name) => {
    const { code, out } = await record(['inspect', name, '--strict', '--json'], files)
    expect({ code, ...JSON.parse(out)[0] }).toMatchObject({ code: 0, valid: true, errors: [], warnings: [] })
    expect(samples[name]).toContain('COMMENT Sample of Apsis. Synthetic: no such object exists')
  },
)
