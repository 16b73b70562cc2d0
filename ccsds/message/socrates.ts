/** The columns of SOCRATES Plus, in its order (celestrak.org/SOCRATES/socrates-format.php). */
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
  /** Of its element set at TCA; undefined where it flies by none. */
  readonly daysSinceEpoch: number | undefined
}

export interface SocratesEncounter {
  readonly objects: readonly [SocratesObject, SocratesObject]
  /** UTC, ISO 8601 with milliseconds, with or without Z. */
  readonly tca: string
  readonly missM: number
  readonly relativeSpeedMps: number
  readonly maximumProbability: number
  /** Where the probability is largest; undefined where nobody knows. */
  readonly dilutionM: number | undefined
}

/** A close approach as a row of SOCRATES: days since epoch, UTC with a space, km and km/s; empty where nothing is known. */
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

/** 2.075E-02, as SOCRATES and Fortran write it. */
function exponential(value: number): string {
  const [mantissa, exponent = '0'] = value.toExponential(3).split('e')
  const digits = String(Math.abs(Number(exponent))).padStart(2, '0')
  return `${mantissa}E${Number(exponent) < 0 ? '-' : '+'}${digits}`
}
