import { detectBurns, type FoundBurn } from '@apsis/astro/manoeuvre/detection/detect-burns.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { readElementHistory } from '../input/element-history.ts'
import { type Command, type ExitCode, parseCommandLine, requireFiles, type Terminal } from '../terminal/command.ts'
import { formatColumns, ROW_FORM_OPTIONS, rowForm, utc, writeForPrograms } from '../terminal/print.ts'

export const burnsCommand: Command = {
  help: `Usage: apsis burns FILE.tle... [--json|--ndjson|--csv]

  FILE.tle         element sets of one or more satellites over months, in any order: TLE, 2LE or 3LE, or OMM (KVN, XML,
                   JSON, CSV). - is standard input. The element sets of a satellite in several files are one history.
  --json, --ndjson, --csv
                   for programs, an array of { "noradId", "from", "to", "deltaVMps", "direction", "confidence" }:
                   two times between which the burn was, the smallest Δv that changes the orbit so (m/s),
                   along-track, against-track or cross-track, and how clearly it stands out of the noise (0.5 to 1)

A burn is a lasting step of the mean motion, the inclination or the node that is larger than the scatter of the
element sets of this satellite at this time. In orbits of more than two revolutions a day, fits to 5 to 15 sets
before and after show burns along the track that no single set shows, and the longitudes say when they were. A step
against the track that is smaller than six days of its usual drag is not told from a storm, and is not shown.
Measured on the lists of two low satellites whose sets scatter by 0.1 m in the half axis (Sentinel-3A, Jason-3): of
burns of 5 to 10 mm/s 22 of 23 are found, of 10 mm/s and more 53 of 62, or of 56 that an element set follows within
three days; 95 of 97 alarms are right; 32 of 33 Δv along the track from 10 mm/s on are within 20 % or 2 mm/s. Where
sets scatter by 5 to 6 m, in simulated histories alone, 148 of 156 burns of 11 to 19 mm/s are found, 5 of 153 alarms
are wrong, and 126 of 148 Δv are so near. A burn along the radius shows in no set. Burns between the same two sets
count as one. The two times are the epochs of the sets before and after, or what the longitudes say; of a burn along
the track in an orbit of less than two revolutions a day what the longitudes say, with two revolutions to spare.

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
