import { combinedRadius } from '@apsis/astro/body/hard-body-radius.ts'
import { readTable } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

function compareRadii(tally: Tally, { files: [file = ''] }: Source): void {
  const rows = readTable(file).filter((row) => row.text('HBR') !== '')
  const objects = rows.map((row) => ({ radiusM: row.number('HBR'), sigmaM: row.number('HBRSigma') }))
  objects.slice(1).forEach((object, index) => {
    const other = objects[index] ?? object
    tally.run(`objects ${index + 1} and ${index + 2}`, (check) => {
      // The formula of INDEX.md.
      const wanted = Math.sqrt((object.radiusM + other.radiusM) ** 2 + object.sigmaM ** 2 + other.sigmaM ** 2)
      check.relative('relative', combinedRadius(object, other), wanted, 1e-15)
    })
  })
}

export const RADIUS_SETS: readonly ReferenceSet[] = [{ name: 'hbr/*.csv', compare: compareRadii }]
