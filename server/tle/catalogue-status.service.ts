import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import {
  asSentence,
  CATALOGUE_IN_ENGLISH,
  OLD_MS,
  sayKinds,
  sayMissing,
  saySources,
} from '@apsis/contract/notice-text/catalogue-in-words.ts'
import type { Check } from '@apsis/contract/status/status.ts'
import { type CatalogueHolding, holdingOf } from '@apsis/contract/tle/catalogue-holding.ts'
import { sayResult } from '../connections/feed.service.ts'
import type { Database } from '../platform/database/database.ts'
import { type CatalogueRow, findActiveCatalogue } from './catalogue.repository.ts'
import { type Catalogue, readCatalogue } from './catalogue.service.ts'
import { listSources, type SourceRow } from './source.repository.ts'

const CAUTION_S = OLD_MS / 1_000
const SERIOUS_S = 48 * SECONDS_PER_HOUR

export type CatalogueStatus = { readonly checks: Check[]; readonly holding: CatalogueHolding | null }

/** Returns the state of the catalogue: its age, the result of the last download, and the kinds of object that it contains and lacks. */
export async function checkCatalogue(db: Database, now: number): Promise<CatalogueStatus> {
  const check = await db.shared(async (tx) => catalogueCheck(await findActiveCatalogue(tx), await listSources(tx), now))
  const catalogue = await readCatalogue(db)
  if (catalogue.newestEpoch === null) return { checks: [check], holding: null }
  return { checks: [check, kindsCheck(catalogue)], holding: holdingOf(catalogue.kinds, catalogue) }
}

/** Returns the check of the catalogue's kinds of object; its level is caution if kinds are missing that a screening needs. */
export function kindsCheck({
  kinds,
  sources,
  isSimulated,
}: Pick<Catalogue, 'kinds' | 'sources' | 'isSimulated'>): Check {
  const missing = sayMissing(CATALOGUE_IN_ENGLISH, { ...kinds, isWhole: true })
  const held = asSentence(sayKinds(CATALOGUE_IN_ENGLISH, kinds))
  const from = isSimulated ? undefined : saySources(CATALOGUE_IN_ENGLISH, sources)
  const said = [held, ...(from === undefined ? [] : [asSentence(from)]), ...(missing === undefined ? [] : [missing])]
  return {
    name: 'catalogue kinds',
    level: missing === undefined ? 'ok' : 'caution',
    message: `${isSimulated ? 'SIMULATED: ' : ''}${said.join(' ')}`,
    finding: {
      code: 'catalogue-kinds',
      values: { ...kinds, simulated: isSimulated ? 1 : 0, ...(from === undefined ? {} : { sources: listed(sources) }) },
    },
  }
}

/** Writes sources as a value of a finding, with the numbers of their objects. */
const listed = (sources: Catalogue['sources']) =>
  sources.map(({ source, objects }) => `${source} (${objects})`).join(', ')

type FailingSource = Pick<SourceRow, 'name' | 'last_result' | 'last_detail' | 'last_failed_at'>

/** Returns the check of the age of the catalogue; its level is caution if a source could not be read the last time. */
export function catalogueCheck(
  catalogue: CatalogueRow | undefined,
  sources: readonly FailingSource[],
  now: number,
): Check {
  if (catalogue === undefined || catalogue.newest_epoch === null)
    return {
      name: 'catalogue',
      level: 'inactive',
      message: 'No public catalogue is stored.',
      finding: { code: 'catalogue-none', values: {} },
    }
  const { name, objects, newest_epoch, is_simulated } = catalogue
  const ageS = Math.max(0, Math.round((now - newest_epoch.getTime()) / 1000))
  const failure = name === 'simulated' ? '' : sources.map(sayFailure).join('')
  const level = ageS > SERIOUS_S ? 'serious' : ageS > CAUTION_S || failure !== '' ? 'caution' : 'ok'
  const kind = is_simulated ? 'SIMULATED: ' : ''
  const message = `${kind}${objects} objects, the newest set is ${(ageS / SECONDS_PER_HOUR).toFixed(1)} h old.${failure}`
  const trouble = failure === '' ? {} : { trouble: failure.trim() }
  const finding: Finding = {
    code: 'catalogue',
    values: { catalogue: is_simulated ? 'simulated' : name, objects, ageS, ...trouble },
  }
  return { name: 'catalogue', level, message, value: ageS, unit: 's', finding }
}

function sayFailure({
  name,
  last_result: result,
  last_detail: detail,
  last_failed_at: failedAt,
}: FailingSource): string {
  return failedAt === null || result === null ? '' : ` ${name}: ${sayResult(result, detail)}`
}
