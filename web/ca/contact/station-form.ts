import { type GroundStation, NewGroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import { bodyOf, textsOf } from '../../form/contract-texts.ts'
import type { FormRules } from '../../form/read-by-contract.ts'
import { readNumber, typedNumber } from '../../ui/format/number.ts'
import { contactWords } from './contact-words.data.ts'

/** Returns the values of a station's form; the form of a new station has the defaults of the contract. The horizon is one text. */
export function formOfStation(station?: GroundStation) {
  const { horizon, ...texts } = textsOf(NewGroundStation, station)
  const corners = horizon.map(({ azimuth, elevation }) => `${typedNumber(azimuth)}:${typedNumber(elevation)}`)
  return { ...texts, horizon: corners.join(' ') }
}

export type StationForm = ReturnType<typeof formOfStation>

export const STATION_RULES: FormRules<StationForm, typeof NewGroundStation> = {
  schema: NewGroundStation,
  body: (form) => ({ ...bodyOf(NewGroundStation, form), horizon: cornersOf(form.horizon) }),
  faultOf: (field) => contactWords(field === 'name' ? 'noName' : field === 'horizon' ? 'horizonFault' : 'number'),
}

function cornersOf(text: string) {
  const corners = text.split(/\s+/).filter((corner) => corner !== '')
  return corners.map((corner) => {
    const [azimuth = '', elevation = ''] = corner.split(':')
    return { azimuth: readNumber(azimuth), elevation: readNumber(elevation) }
  })
}
