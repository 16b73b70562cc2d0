import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { Check } from '@apsis/contract/status/status.ts'
import type { Database } from '../platform/database/database.ts'
import { type CatalogueRow, findActiveCatalogue } from './catalogue.repository.ts'

/** The public catalogue changes some three times a day. */
const CAUTION_S = 18 * SECONDS_PER_HOUR
const SERIOUS_S = 48 * SECONDS_PER_HOUR

/** How old the catalogue that counts is, and what came of the last download. */
export async function checkCatalogue(db: Database, now: number): Promise<Check> {
  return catalogueCheck(await db.shared(findActiveCatalogue), now)
}

export function catalogueCheck(catalogue: CatalogueRow | undefined, now: number): Check {
  if (catalogue === undefined || catalogue.newest_epoch === null)
    return {
      name: 'catalogue',
      level: 'inactive',
      message: 'No public catalogue is stored.',
      finding: { code: 'catalogue-none', values: {} },
    }
  const { name, objects, newest_epoch, outcome } = catalogue
  const ageS = Math.max(0, Math.round((now - newest_epoch.getTime()) / 1000))
  const failure = outcome === null || /^(asked$|new|unchanged$)/.test(outcome) ? '' : ` ${outcome}`
  const level = ageS > SERIOUS_S ? 'serious' : ageS > CAUTION_S || failure !== '' ? 'caution' : 'ok'
  const kind = name === 'simulated' ? 'SIMULATED: ' : ''
  const message = `${kind}${objects} objects, the newest set is ${(ageS / SECONDS_PER_HOUR).toFixed(1)} h old.${failure}`
  const trouble = failure === '' ? {} : { trouble: failure.trim() }
  const finding: Finding = { code: 'catalogue', values: { catalogue: name, objects, ageS, ...trouble } }
  return { name: 'catalogue', level, message, value: ageS, unit: 's', finding }
}
