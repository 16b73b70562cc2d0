// Builds the truth files of astro/conjunction: published encounters, in the numbers of their sources.
import { readCollection, readCollectionText, writeReference } from './reference-file.ts'

const COMPONENTS = ['R', 'T', 'N', 'RDOT', 'TDOT', 'NDOT']

const CARA = 'CARA_Analysis_Tools a80d0163'
const HEAD = {
  licence: 'NOSA 1.3, Apache-2.0 (Orekit, Armellin): numbers are facts',
  command: 'node tools/reference/conjunction.ts',
}

interface Cases {
  readonly cases: readonly Record<string, unknown>[]
}
const readCases = (name: string) => (readCollection(`pc/${name}`) as Cases).cases

/** Returns the rows of a table with a head, numbers as numbers. */
function readTable(path: string): Record<string, string | number>[] {
  const [head = '', ...lines] = readCollectionText(path).trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const values = line.split(',').map((text) => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : text))
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']))
  })
}

const cdm = (path: string) => readCdmObjects(readCollectionText(path))
const events = readCollectionText('pc/armellin_esa_2170.csv').trim().split('\n').slice(1)

writeReference(
  'astro/conjunction/encounter.reference.json',
  {
    source:
      'nasa/CARA_Analysis_Tools: FindNearbyCA, LinearConjDuration and PcCircleWithConjData unit tests; CS-SI/Orekit: collision-resources/data.csv of R. Armellin, every 29th event',
    version: `${CARA}; Orekit fe4aee84`,
    ...HEAD,
  },
  {
    fields:
      'events: ID, R km, primary state km km/s, covariance RTN km² (rr tt nn rt rn tn), secondary likewise, Pc, Pc approx, Pc max, miss km, speed km/s, squared Mahalanobis distance, exact Pc',
    tca: readCases('cara_tca_correction.json'),
    durations: readCases('cara_linear_duration.json'),
    planes: readCases('cara_bplane_outputs.json'),
    events: events.filter((_line, i) => i % 29 === 0).map((line) => line.split(',').map(Number)),
  },
)

const expected = readTable('pc/cara_cdm_expected.csv')
const KEPT = ['HBR_m', 'MissDist_m', 'Pc2D_NoAdj', 'Pc2D', 'Nc2D', 'Nc3D', 'PcSDMC', 'PcSDMCLo', 'PcSDMCHi']
const FLAGS = ['ViolationsPc2D', 'ViolationsNc2D', 'ViolationsNc3D']
const messages = expected.map((row) => ({
  id: row.Conjunction_ID,
  comment: row.Comment,
  ...Object.fromEntries([...KEPT, ...FLAGS].map((name) => [name, row[name]])),
  objects: cdm(`pc/cara_cdm/${row.Conjunction_ID}.cdm`),
}))
const SAMPLES = [
  ...['01', '02', '03', '05', '06', '08', '09', '11'].map((n) => `AlfanoTestCase${n}.cdm`),
  'FrisbeeMaxPcTestCase_Test01.cdm',
  ...['01_HighPc', '02_MaxRadialSigma', '03_MaxIntrackSigma', '04_MaxCrossTrackSigma'].map(
    (n) => `OmitronTestCase_Test${n}.cdm`,
  ),
  ...['05_MinMiss', '06_MinRelVel', '07_NonPDCovariance', '08_3DNc'].map((n) => `OmitronTestCase_Test${n}.cdm`),
  ...[1, 3, 5, 6, 8, 10, 11, 13, 14].map((n) => `SingleCovTestCase1-${n}.cdm`),
]
const correlated = 'pc/cara_covariance_cross_correlation'

writeReference(
  'astro/conjunction/probability/cara.reference.json',
  {
    source:
      'nasa/CARA_Analysis_Tools: DataFiles/PcTestCaseCDMs, DataFiles/SampleCDMs, AlfanoInputData, unit tests of ProbabilityOfCollision, Maximum2DPc and CovarianceDeCorrelationCode',
    version: CARA,
    ...HEAD,
  },
  {
    fields: 'objects: state in EME2000 (correlated: ITRF), RTN covariance as the lower triangle of a 6×6 by rows',
    messages,
    samples: SAMPLES.map((name) => ({ name, objects: cdm(`pc/cara_sample_cdm/${name}`) })),
    alfano: readCases('alfano2009_cases.json').map(({ at_epoch: _unused, ...rest }) => rest),
    units: readCases('cara_unit_cases.json'),
    frisbee: readCases('cara_frisbee_maxpc.json'),
    dilution: readCases('cara_dilution_maxpc.json'),
    correlated: {
      ...(readCollection(`${correlated}/expected.json`) as object),
      objects: cdm(`${correlated}/CARA_DensityDecorrelation_CDM01.txt`),
      dcp: readCollectionText(`${correlated}/CARA_DensityDecorrelation_CDM01.txt`)
        .split('\n')
        .filter((line) => line.startsWith('COMMENT DCP')),
    },
  },
)

const ion = readCases('cdm_pc_cases.json')[0] ?? {}
writeReference(
  'astro/conjunction/probability/orekit.reference.json',
  {
    source:
      'CS-SI/Orekit: ssa/collision/shorttermencounter/probability/twod, tests of Chan1997, Alfano2005, Patera2005, Laas2015; CDM of ION SCV8 and Starlink 1233',
    version: 'Orekit fe4aee84',
    ...HEAD,
  },
  {
    fields: 'ion: states in ITRF, RTN covariance as the lower triangle of a 6×6 by rows',
    cases: readCases('orekit_2d_scalar_cases.json'),
    ion: { ...ion, objects: cdm('ccsds/cdm/orekit_ION_SCV8_vs_STARLINK_1233.txt') },
  },
)

/** The numbers of one object of a CDM in KVN, as printed: km, km/s, and the lower triangle of the RTN covariance, m². */
interface CdmObject {
  readonly r_km: readonly number[]
  readonly v_kmps: readonly number[]
  readonly rtn_covariance_m2: readonly number[]
}

/** Reads both objects of a CDM only by their keywords: this provides facts for reference files, and is not a reader of messages. */
function readCdmObjects(text: string): CdmObject[] {
  return text
    .split(/^OBJECT\s*=.*$/m)
    .slice(1)
    .map((part) => {
      const read = (keyword: string) => {
        const found = new RegExp(`^${keyword}\\s*=\\s*([-+\\dEe.]+)`, 'm').exec(part)
        return found === null ? null : Number(found[1])
      }
      const need = (keyword: string) => {
        const value = read(keyword)
        if (value === null) throw new Error(`no ${keyword}`)
        return value
      }
      const covariance = COMPONENTS.flatMap((row, i) =>
        COMPONENTS.slice(0, i + 1).map((column) => read(`C${row}_${column}`)),
      )
      return {
        r_km: ['X', 'Y', 'Z'].map(need),
        v_kmps: ['X_DOT', 'Y_DOT', 'Z_DOT'].map(need),
        rtn_covariance_m2: covariance.filter((value) => value !== null),
      }
    })
}
