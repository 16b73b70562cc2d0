/** The data of a test message: two circular orbits 7000 km from the centre of the Earth that cross at a right angle. */
export type TestCdm = {
  readonly messageId?: string
  readonly originator?: string
  readonly createdAt?: string
  readonly tca?: string
  /** The catalogue numbers of both objects, as text. */
  readonly objects?: readonly [string, string]
  /** The miss, which is radial, in metres. */
  readonly missM?: number
  /** 1σ of each object, the same along R, T and N, in metres. */
  readonly sigmaM?: number
  /** The combined radius, in a comment as CARA writes it; null: none. */
  readonly hbrM?: number | null
  /** The exclusion volume radius of each object, in its comments as 18 SDS writes it. */
  readonly volumesM?: readonly [number, number]
  /** CD_AREA_OVER_MASS of object 2, and of object 1, m²/kg. */
  readonly dragM2PerKg?: number
  readonly ownDragM2PerKg?: number
  /** The relative speed of a slow passage, m/s; by default the orbits cross at a right angle. */
  readonly slowMps?: number
  readonly comment?: string
}

const SPEED_KMPS = 7.546
let written = 0

/** Writes the message in KVN, as the standard requires. */
export function cdmText(cdm: TestCdm = {}): string {
  written += 1
  const { messageId = `test-${written}`, originator = 'TESTER', createdAt = '2030-01-01T00:00:00.000' } = cdm
  const { tca = '2030-01-05T12:00:00.000', objects = ['43617', '90001'], missM = 200, sigmaM = 50 } = cdm
  const { hbrM = 10, slowMps } = cdm
  const speedMps = slowMps ?? SPEED_KMPS * Math.SQRT2 * 1000
  const second = slowMps === undefined ? [0, SPEED_KMPS] : [SPEED_KMPS, slowMps / 1000]
  return `CCSDS_CDM_VERS = 1.0
CREATION_DATE = ${createdAt.replace('Z', '')}
ORIGINATOR = ${originator}
MESSAGE_ID = ${messageId}
${hbrM === null ? '' : `COMMENT HBR = ${hbrM}\n`}${cdm.comment === undefined ? '' : `COMMENT ${cdm.comment}\n`}TCA = ${tca.replace('Z', '')}
MISS_DISTANCE = ${missM} [m]
RELATIVE_SPEED = ${speedMps} [m/s]
${objectText({ place: 1, number: objects[0], x: 7000, v: [SPEED_KMPS, 0], sigmaM, volumeM: cdm.volumesM?.[0], dragM2PerKg: cdm.ownDragM2PerKg })}
${objectText({ place: 2, number: objects[1], x: 7000 + missM / 1000, v: second, sigmaM, volumeM: cdm.volumesM?.[1], dragM2PerKg: cdm.dragM2PerKg })}
`
}

type TestObject = {
  readonly place: 1 | 2
  readonly number: string
  readonly x: number
  readonly v: readonly number[]
  readonly sigmaM: number
  readonly volumeM: number | undefined
  readonly dragM2PerKg?: number | undefined
}

function objectText({ place, number, x, v: [y, z], sigmaM, volumeM, dragM2PerKg }: TestObject): string {
  const names = ['R', 'T', 'N', 'RDOT', 'TDOT', 'NDOT']
  const covariance = names.flatMap((row, i) =>
    names.slice(0, i + 1).map((column, j) => {
      const value = i !== j ? 0 : i < 3 ? sigmaM ** 2 : (sigmaM * 1e-3) ** 2
      return `C${row}_${column} = ${value.toExponential()} [${i < 3 ? 'm**2' : j < 3 ? 'm**2/s' : 'm**2/s**2'}]`
    }),
  )
  return `OBJECT = OBJECT${place}
OBJECT_DESIGNATOR = ${number}
CATALOG_NAME = SATCAT
OBJECT_NAME = OBJECT ${number}
INTERNATIONAL_DESIGNATOR = 2018-001A
OBJECT_TYPE = ${place === 1 ? 'PAYLOAD' : 'DEBRIS'}
EPHEMERIS_NAME = NONE
COVARIANCE_METHOD = CALCULATED
MANEUVERABLE = ${place === 1 ? 'YES' : 'NO'}
REF_FRAME = EME2000
${volumeM === undefined ? '' : `COMMENT Exclusion Volume Radius = ${volumeM} [m]\n`}${dragM2PerKg === undefined ? '' : `CD_AREA_OVER_MASS = ${dragM2PerKg} [m**2/kg]\n`}X = ${x} [km]
Y = 0 [km]
Z = 0 [km]
X_DOT = 0 [km/s]
Y_DOT = ${y} [km/s]
Z_DOT = ${z} [km/s]
${covariance.join('\n')}`
}
