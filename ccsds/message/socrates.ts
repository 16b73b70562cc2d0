/** The columns of SOCRATES Plus, in their order (celestrak.org/SOCRATES/socrates-format.php). */
export const SOCRATES_COLUMNS = [
  'NORAD_CAT_ID_1',
  'OBJECT_NAME_1',
  'DSE_1',
  'NORAD_CAT_ID_2',
  'OBJECT_NAME_2',
  'DSE_2',
  'TCA',
  'TCA_RANGE',
  'TCA_RELATIVE_SPEED',
  'MAX_PROB',
  'DILUTION',
] as const

export interface SocratesObject {
  readonly id: string
  readonly name: string
  /** The age of the element set at TCA; undefined if the object has no element set. */
  readonly daysSinceEpoch: number | undefined
}

export interface SocratesEncounter {
  readonly objects: readonly [SocratesObject, SocratesObject]
  /** TCA in UTC, ISO 8601 with milliseconds, with or without Z. */
  readonly tca: string
  readonly missM: number
  readonly relativeSpeedMps: number
  readonly maximumProbability: number
  /** The standard deviation at which the probability is largest; undefined if it is unknown. */
  readonly dilutionM: number | undefined
}

/** Returns a close approach as a row of SOCRATES: days since epoch, UTC with a space, km and km/s; a cell is empty if its value is unknown. */
export function socratesRow(one: SocratesEncounter): readonly string[] {
  const object = ({ id, name, daysSinceEpoch }: SocratesObject) => [id, name, daysSinceEpoch?.toFixed(3) ?? '']
  return [
    ...one.objects.flatMap(object),
    one.tca.replace('T', ' ').replace('Z', ''),
    (one.missM / 1000).toFixed(3),
    (one.relativeSpeedMps / 1000).toFixed(3),
    exponential(one.maximumProbability),
    one.dilutionM === undefined ? '' : (one.dilutionM / 1000).toFixed(3),
  ]
}

/** Returns a number as SOCRATES and Fortran write it, for example 2.075E-02. */
function exponential(value: number): string {
  const [mantissa, exponent = '0'] = value.toExponential(3).split('e')
  const digits = String(Math.abs(Number(exponent))).padStart(2, '0')
  return `${mantissa}E${Number(exponent) < 0 ? '-' : '+'}${digits}`
}
