import { kindOf } from '@apsis/contract/ca/plan/left-out.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import { ownerWords } from './owner-words.data.ts'

type Moves = SatelliteOperator['manoeuvrability']
/** The statements of a message about an object. */
export type SaidOf = { readonly objectType: string | null; readonly manoeuvrable: Moves }
type OwnerFacts = {
  readonly operator: SatelliteOperator | null | undefined
  readonly own: Pick<Satellite, 'configuration'> | undefined
  readonly said?: SaidOf | undefined
}

export const STATES = ['OWN', 'PASSIVE', 'ACTIVE', 'PAYLOAD', 'UNKNOWN'] as const
export type State = (typeof STATES)[number]
/** The sources of the manoeuvrability: the propulsion of an own satellite, the message, the directory of operators. */
export const SAYERS = ['propulsion', 'message', 'directory'] as const
export type Statement = { readonly moves: 'YES' | 'NO'; readonly by: readonly (typeof SAYERS)[number][] }

/**
 * Returns the sources that state whether an object can manoeuvre; for an own satellite only its propulsion. It is empty if nothing is
 * known.
 */
export function statementsOf({ operator, own, said }: OwnerFacts): readonly Statement[] {
  const type = own?.configuration.propulsion.type
  if (type !== undefined && type !== 'UNKNOWN') return [{ moves: type === 'NONE' ? 'NO' : 'YES', by: ['propulsion'] }]
  const all = [
    { moves: said?.manoeuvrable ?? 'UNKNOWN', by: 'message' },
    { moves: operator?.manoeuvrability ?? 'UNKNOWN', by: 'directory' },
  ] as const
  return (['YES', 'NO'] as const)
    .map((moves) => ({ moves, by: all.filter((one) => one.moves === moves).map(({ by }) => by) }))
    .filter(({ by }) => by.length > 0)
}

/**
 * Returns the state of an object, if it is known: an own satellite; debris or a rocket stage, which nobody controls; an object that can
 * manoeuvre, which somebody controls; another payload, which may or may not be in operation.
 */
export function ownerStateOf(given: OwnerFacts): State {
  if (given.own !== undefined) return 'OWN'
  const kind = kindOf(given.said?.objectType ?? null)
  if (kind === 'DEBRIS' || kind === 'ROCKET_BODY') return 'PASSIVE'
  if (statementsOf(given).some(({ moves }) => moves === 'YES')) return 'ACTIVE'
  return kind === 'PAYLOAD' ? 'PAYLOAD' : 'UNKNOWN'
}

const SOURCES = {
  'own directory': 'sourceOwn',
  'shared directory': 'sourceShared',
  'simulated catalogue': 'sourceSimulated',
} as const

/** Returns a text for the source of the owner; the originator of a message and the address of a catalogue are not translated. */
export function sourceWords(source: string): string {
  return Object.hasOwn(SOURCES, source) ? ownerWords(SOURCES[source as keyof typeof SOURCES]) : source
}
