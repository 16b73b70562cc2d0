import { listSatelliteHistory, type SatelliteStep } from '@apsis/contract/ca/satellite/satellite.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../../api/call.ts'
import { formatNumber, formatScientific } from '../../../ui/format/number.ts'
import { KEYS } from '../../event/queries.ts'
import { UNITS } from '../units.data.ts'
import { satelliteWords } from '../words.data.ts'
import { historyWords } from './history-words.data.ts'

/** Reads the changes of a satellite, newest first. */
export const historyQuery = (satelliteId: string) =>
  queryOptions({
    queryKey: [...KEYS.satellites, 'history', satelliteId],
    queryFn: ({ signal }) =>
      callAll(listSatelliteHistory, { params: { 'satellite-id': satelliteId }, query: { limit: 1_000 } }, signal),
  })

type Field = SatelliteStep['fields'][number]

/** Returns a changed field as text: `Hard-body radius 2 → 4 m`. */
export function changeText({ field, from, to }: Field): string {
  const unit = UNITS[lastOf(field)]
  const say = (value: Field['from']) => valueText(lastOf(field), value)
  const text = historyWords('change', { name: fieldName(field), from: say(from), to: say(to) })
  return unit && to !== null ? `${text} ${unit}` : text
}

/** Returns the name of a field on the screen; a field without one keeps its name in the contract. */
function fieldName(field: string): string {
  if (field.includes('blackoutWindows')) return historyWords('blackoutWindows')
  if (field.includes('thrustDirections')) return historyWords('thrustDirections')
  const last = field === 'configuration.propulsion.type' ? 'propulsionType' : lastOf(field)
  return nameOf(last) ?? field
}

/** Fields whose values are words of the contract. */
const CHOICES = ['shape', 'strategy', 'type', 'deltaVDirection', 'blackoutInEclipse']

function valueText(name: string, value: Field['from']): string {
  if (value === null) return historyWords('blank')
  if (typeof value === 'boolean') return historyWords(value ? 'yes' : 'no')
  if (typeof value === 'number')
    return value !== 0 && Math.abs(value) < 1e-3 ? formatScientific(value) : formatNumber(value)
  return (CHOICES.includes(name) ? nameOf(String(value)) : undefined) ?? String(value)
}

const lastOf = (field: string) => field.slice(field.lastIndexOf('.') + 1)

/** Returns the name for a key: for an unknown key the words return the key itself, and this function undefined. */
function nameOf(key: string): string | undefined {
  const said = satelliteWords(key as Parameters<typeof satelliteWords>[0])
  return said === key ? undefined : said
}
