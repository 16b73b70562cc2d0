import { detectBurns, type FoundBurn } from '@apsis/astro/manoeuvre/detect-burns.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { openSource, readWhole, withoutName } from '../input/source.ts'
import {
  type Command,
  type ExitCode,
  InputError,
  parseCommandLine,
  requireFiles,
  type Terminal,
} from '../terminal/command.ts'
import { formatColumns, ROW_FORM_OPTIONS, rowForm, utc, writeForPrograms } from '../terminal/print.ts'

export const burnsCommand: Command = {
  help: `Usage: apsis burns FILE.tle... [--json|--ndjson|--csv]

  FILE.tle         element sets of one satellite or more over months, in any order: TLE, 2LE or 3LE. - is standard
                   input. What several files have of a satellite is one history
  --json, --ndjson, --csv
                   for programs, an array of { "noradId", "from", "to", "deltaVMps", "direction", "confidence" }:
                   epochs of the sets before and after the burn, the least Δv that changes the orbit so (m/s),
                   along-track, against-track or cross-track, and how far it stands out of the noise (0.5 to 1)

A burn is a step of the mean motion or of the inclination that stays, and that is more than what the element sets of
this satellite scatter by at this time. Along the track 5 to 10 mm/s are found in low orbit; burns within a day of each
other are one where no element set lies between them.

Examples:
  apsis burns catalogue.tle
  apsis burns history.tle --json`,
  run: runBurns,
}

interface BurnRow {
  readonly noradId: number
  readonly burn: FoundBurn
}

async function runBurns(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, { ...ROW_FORM_OPTIONS })
  const form = rowForm(values)
  const histories = new Map<number, MeanElements[]>()
  let isFaulty = false
  const fault = (text: string) => {
    isFaulty = true
    terminal.note(text)
  }
  for (const file of requireFiles(positionals)) await readHistory(terminal, file, { histories, fault })
  const found = [...histories].flatMap(([noradId, history]) =>
    detectBurns(history).map((burn): BurnRow => ({ noradId, burn })),
  )
  if (form !== 'text') await writeForPrograms(terminal, form, found.map(toJson))
  else await terminal.write(describe(found, histories))
  return isFaulty ? 1 : 0
}

interface Reading {
  readonly histories: Map<number, MeanElements[]>
  readonly fault: (text: string) => void
}

/** Adds the element sets of a file to the histories. A set that cannot be read becomes a fault with its line; the rest counts. */
async function readHistory(terminal: Terminal, file: string, { histories, fault }: Reading): Promise<void> {
  try {
    const text = (await readWhole(await openSource(terminal, file))).join('')
    let count = 0
    for (const entry of readTles(text.split(/\r?\n/))) {
      count += 1
      if (!entry.ok) {
        fault(`${file}: line ${entry.line}: ${entry.message}`)
        continue
      }
      const history = histories.get(entry.elements.noradId)
      if (history === undefined) histories.set(entry.elements.noradId, [entry.elements])
      else history.push(entry.elements)
    }
    if (count === 0) fault(`${file}: there is no element set`)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    fault(`${file}: ${withoutName(file, error)}`)
  }
}

function toJson({ noradId, burn }: BurnRow): object {
  const { from, to, deltaVMps, direction, confidence } = burn
  return { noradId, from: utc(from), to: utc(to), deltaVMps, direction, confidence }
}

function describe(found: readonly BurnRow[], histories: ReadonlyMap<number, readonly MeanElements[]>): string {
  const sets = [...histories.values()].reduce((sum, { length }) => sum + length, 0)
  const head = `${found.length} burns in ${sets} element sets of ${histories.size} satellites\n`
  if (found.length === 0) return head
  const rows = found.map(({ noradId, burn }) => [
    String(noradId),
    utc(burn.from, 0),
    utc(burn.to, 0),
    (burn.deltaVMps * 1000).toFixed(1),
    burn.direction,
    burn.confidence.toFixed(2),
  ])
  return `${head}${formatColumns([['object', 'after', 'before', 'Δv mm/s', 'direction', 'confidence'], ...rows])}\n`
}
