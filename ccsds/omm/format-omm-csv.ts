import { formatCsvRow } from '../notation/csv.ts'
import { COLUMNS } from './catalogue-columns.data.ts'
import { type Omm, ommLines } from './omm.ts'

/** The values that the CSV of a catalogue implies. A message with other values cannot be written as CSV. */
const IMPLIED: Readonly<Record<string, string>> = {
  CENTER_NAME: 'EARTH',
  REF_FRAME: 'TEME',
  TIME_SYSTEM: 'UTC',
  MEAN_ELEMENT_THEORY: 'SGP4',
}

/**
 * Returns the messages as CSV with the seventeen columns of the public catalogues, which have no place for comments, headers and further keywords.
 * Throws a RangeError that names an object if a spreadsheet would interpret its name as a formula, or if its frame, centre, time system or theory
 * differs from those of the catalogues.
 */
export function formatOmmCsv(omms: Iterable<Omm>): string {
  return [...printOmmCsv(omms)].join('')
}

/** Yields the text of formatOmmCsv() row by row. */
export function* printOmmCsv(omms: Iterable<Omm>): Generator<string> {
  yield `${formatCsvRow(COLUMNS)}\n`
  for (const omm of omms) {
    const values = new Map(
      ommLines(omm).flatMap((line) => (line.kind === 'assignment' ? [[line.keyword, line.value]] : [])),
    )
    for (const [keyword, implied] of Object.entries(IMPLIED)) {
      if (values.get(keyword)?.toUpperCase() === implied) continue
      const name = omm.metadata.objectName
      throw new RangeError(`${name} cannot be written as CSV: its ${keyword} is ${values.get(keyword)}, not ${implied}`)
    }
    for (const keyword of ['OBJECT_NAME', 'OBJECT_ID', 'CLASSIFICATION_TYPE']) {
      if (!/^[=+\-@]/.test(values.get(keyword) ?? '')) continue
      // A spreadsheet would interpret the name as a formula, and an additional character in front would make it another name.
      throw new RangeError(
        `${JSON.stringify(values.get(keyword))} cannot be written as CSV: ${keyword} looks like a formula`,
      )
    }
    if (!values.has('MEAN_MOTION')) {
      throw new RangeError(`${omm.metadata.objectName} cannot be written as CSV: it has no MEAN_MOTION`)
    }
    yield `${formatCsvRow(COLUMNS.map((keyword) => values.get(keyword) ?? ''))}\n`
  }
}
