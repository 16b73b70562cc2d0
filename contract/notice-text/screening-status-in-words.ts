import type { HoldingSource } from '../tle/catalogue-holding.ts'
import { OBJECT_KINDS, objectsIn } from '../tle/object-kind.ts'
import { type CatalogueFacts, sayAmong, sayUncounted, sayWarning } from './catalogue-in-words.ts'
import { type Manner, numberOf, textOf, type Values } from './manner.ts'

/** The states of a requested screening that are reported; states other than the normal ones have no checkbox in the form of spec §2. */
const SCREENING_TOLD = ['PENDING', 'IN_PROGRESS', 'COMPLETED_OK', 'CANCELLED', 'FAILED'] as const
export type ScreeningTold = (typeof SCREENING_TOLD)[number]

/** Returns the state of a screening, and its result when it is complete. */
export function sayScreeningStatus(m: Manner, values: Values): { readonly title: string; readonly message: string } {
  const status = SCREENING_TOLD.find((one) => one === values.status) ?? 'PENDING'
  const texts = [m.t('screeningText', { screening: textOf(values.screening) })]
  if (status === 'COMPLETED_OK') texts.push(...foundTexts(m, values))
  if (status === 'FAILED') texts.push(m.t('screeningFailedText'))
  if (values.simulated === 1) texts.push(m.t('simulatedOne'))
  return { title: m.t(`screening-${status}`), message: texts.join(' ') }
}

/**
 * Returns the texts about the result: that nothing was found is good news only if all objects were compared, and only for the objects that are named
 * here.
 */
function foundTexts(m: Manner, values: Values): string[] {
  const { found = 0, urgent = 0, notScreened = 0 } = values
  const lost = numberOf(notScreened) > 0 ? [m.t('screeningLost', { count: notScreened })] : []
  if (found === 0) {
    return [m.t('screeningNothingAmong', { among: amongText(m, values) }), ...lost]
  }
  const missed = heldOf(values)
  const warning = missed && sayWarning(m.catalogue, missed, Date.parse(textOf(values.screenedAt)))
  return [
    m.t('screeningFound', { count: found }),
    m.t('screeningUrgent', { count: urgent }),
    ...(warning === undefined ? [] : [warning]),
    ...lost,
  ]
}

function amongText(m: Manner, values: Values): string {
  const held = heldOf(values)
  if (held !== undefined) return sayAmong(m.catalogue, held, Date.parse(textOf(values.screenedAt)))
  return sayUncounted(m.catalogue, numberOf(values.objects), values.source === 'CAT' || values.source === 'TLE')
}

/** Returns the sources of a catalogue as values: `source1` with its counts and its newest element set, `source2` and so on. */
export const sourceValues = (sources: readonly HoldingSource[]): Values =>
  Object.fromEntries(
    sources.flatMap((one, place) => {
      const name = `source${place + 1}`
      const counts = OBJECT_KINDS.map((kind): [string, number] => [`${name}-${kind}`, one[kind]])
      return [[name, one.source], ...counts, [`${name}-newestAt`, one.newestEpoch]]
    }),
  )

/** Reads what sourceValues() has written. */
function sourcesIn(values: Values): HoldingSource[] {
  const found: HoldingSource[] = []
  for (let place = 1; values[`source${place}`] !== undefined; place += 1) {
    const name = `source${place}`
    const countOf = (kind: string) => numberOf(values[`${name}-${kind}`])
    const counts = {
      payloads: countOf('payloads'),
      rocketBodies: countOf('rocketBodies'),
      debris: countOf('debris'),
      unknown: countOf('unknown'),
    }
    const newestEpoch = textOf(values[`${name}-newestAt`])
    found.push({ source: textOf(values[name]), objects: objectsIn(counts), ...counts, newestEpoch })
  }
  return found
}

/** Returns the content of the catalogue that was compared; undefined if there was none. */
function heldOf(values: Values): CatalogueFacts | undefined {
  const { payloads, rocketBodies, debris, unknown, simulatedCatalogue, newestAt } = values
  if (payloads === undefined) return undefined
  return {
    payloads: numberOf(payloads),
    rocketBodies: numberOf(rocketBodies),
    debris: numberOf(debris),
    unknown: numberOf(unknown),
    isWhole: true,
    isSimulated: simulatedCatalogue === 1,
    newestEpoch: newestAt === undefined ? null : textOf(newestAt),
    sources: sourcesIn(values),
  }
}
