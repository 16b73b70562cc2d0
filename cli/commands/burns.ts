import { detectBurns, type FoundBurn } from '@apsis/astro/manoeuvre/detect-burns.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { readElementHistory } from '../input/element-history.ts'
import { type Command, type ExitCode, parseCommandLine, requireFiles, type Terminal } from '../terminal/command.ts'
import { formatColumns, ROW_FORM_OPTIONS, rowForm, utc, writeForPrograms } from '../terminal/print.ts'

export const burnsCommand: Command = {
  help: `Usage: apsis burns FILE.tle... [--json|--ndjson|--csv]

  FILE.tle         element sets of one satellite or more over months, in any order: TLE, 2LE or 3LE, or OMM (KVN, XML,
                   JSON, CSV). - is standard input. What several files have of a satellite is one history
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
  const histories = new Map<number, ElementSet[]>()
  let isFaulty = false
  const fault = (text: string) => {
    isFaulty = true
    terminal.note(text)
  }
  const set = (elements: ElementSet) => {
    const history = histories.get(elements.noradId)
    if (history === undefined) histories.set(elements.noradId, [elements])
    else history.push(elements)
  }
  for (const file of requireFiles(positionals)) await readElementHistory(terminal, file, { set, fault })
  const found = [...histories].flatMap(([noradId, history]) =>
    detectBurns(history).map((burn): BurnRow => ({ noradId, burn })),
  )
  if (form !== 'text') await writeForPrograms(terminal, form, found.map(toJson))
  else await terminal.write(describe(found, histories))
  return isFaulty ? 1 : 0
}

function toJson({ noradId, burn }: BurnRow): object {
  const { from, to, deltaVMps, direction, confidence } = burn
  return { noradId, from: utc(from), to: utc(to), deltaVMps, direction, confidence }
}

function describe(found: readonly BurnRow[], histories: ReadonlyMap<number, readonly ElementSet[]>): string {
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
