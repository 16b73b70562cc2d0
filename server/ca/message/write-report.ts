import { formatCsvRow } from '@apsis/ccsds/notation/csv.ts'
import type { ImportRow } from '@apsis/contract/ca/message/import.ts'

export type Report = { readonly rows: readonly ImportRow[]; readonly format: 'csv' | 'json' }

const HEAD = [
  ...['file', 'message', 'status', 'message_id', 'object_1', 'object_2', 'tca_utc', 'probability', 'risk_level'],
  ...['cdm_id', 'conjunction_id', 'line', 'keyword', 'reason'],
]

/** Writes the results of the messages of an import, a line for each. Runs in the worker pool. */
export function writeReport({ rows, format }: Report): Uint8Array {
  if (format === 'json') return Buffer.from(JSON.stringify(rows, null, 1))
  const lines = rows.map((row) => {
    const { file, name, status, messageId, objects, tca, probability, riskLevel, cdmId, conjunctionId, errors } = row
    const [first] = errors
    const what = [file, name, status, messageId ?? '', objects?.[0] ?? '', objects?.[1] ?? '', tca ?? '']
    const how = [probability === null ? '' : String(probability), riskLevel ?? '', cdmId ?? '', conjunctionId ?? '']
    const why = [first?.line === undefined ? '' : String(first.line), first?.keyword ?? '']
    return formatCsvRow([...what, ...how, ...why, errors.map(({ message }) => message).join('; ')])
  })
  return Buffer.from(`${[formatCsvRow(HEAD), ...lines].join('\r\n')}\r\n`)
}
