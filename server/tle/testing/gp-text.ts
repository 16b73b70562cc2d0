import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { formatOmmCsv } from '@apsis/ccsds/omm/format-omm-csv.ts'
import { formatOmm } from '@apsis/ccsds/omm/omm.ts'
import { fromElementSet } from '@apsis/ccsds/omm/omm-elements.ts'

/** SIMULATED: returns element sets with epochs at a given time. */
export const setsOf = (size: number, at = '2026-11-20T12:00:00'): ElementSet[] =>
  makeCatalogue({ seed: 3, size, epoch: parseTime(at) }).filter(({ objectName }) => !objectName.includes('BROKEN'))

const header = { version: '2.0', creationDate: parseTime('2026-11-20T12:00:00'), originator: 'TEST', comments: [] }
const ommOf = (set: ElementSet) => fromElementSet(set, header)

export const gpText = {
  'omm-json': (sets: readonly ElementSet[]) =>
    `[${sets.map((set) => formatOmm(ommOf(set), { notation: 'JSON' })).join(',\n')}]`,
  'omm-csv': (sets: readonly ElementSet[]) => formatOmmCsv(sets.map(ommOf)),
  tle: (sets: readonly ElementSet[]) =>
    sets.map((set) => `${set.objectName}\r\n${formatTle(set).join('\r\n')}\r\n`).join(''),
}
