import { kindOf } from '@apsis/contract/ca/plan/left-out.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import { ownerWords } from './owner-words.data.ts'

type Moves = SatelliteOperator['manoeuvrability']
/** What a message says of an object. */
export type SaidOf = { readonly objectType: string | null; readonly manoeuvrable: Moves }
type OwnerFacts = {
  readonly operator: SatelliteOperator | null | undefined
  readonly own: Pick<Satellite, 'configuration'> | undefined
  readonly said?: SaidOf | undefined
}

export const STATES = ['OWN', 'PASSIVE', 'ACTIVE', 'PAYLOAD', 'UNKNOWN'] as const
export type State = (typeof STATES)[number]
/** Who says whether an object can manoeuvre: the propulsion of an own satellite, the message, the directory of operators. */
export const SAYERS = ['propulsion', 'message', 'directory'] as const
export type Statement = { readonly moves: 'YES' | 'NO'; readonly by: readonly (typeof SAYERS)[number][] }

/** Who says that an object can manoeuvre, and who that it cannot; of an own satellite its propulsion alone. Nothing: nobody knows. */
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
 * In which state an object is, as far as is known: an own satellite; a piece of debris or a stage, which nobody commands; one that
 * can manoeuvre, which somebody commands; another payload, of which nobody has said whether it still works.
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

/** Who says whose an object is; the originator of a message and the address of a catalogue stand as they are. */
export function sourceWords(source: string): string {
  return Object.hasOwn(SOURCES, source) ? ownerWords(SOURCES[source as keyof typeof SOURCES]) : source
}
