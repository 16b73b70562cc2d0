// Builds ccsds/meme/meme.reference.json: brahe's results for names and texts of ephemerides that are made here. The argument is a Python
// interpreter with brahe.
import { askBrahe } from '../readers/second-reader.ts'
import { writeReference } from './reference-file.ts'

const HEAD = `created:2026-03-10 20:32:53 UTC
ephemeris_start:2026-03-10 20:16:42 UTC ephemeris_stop:2026-03-10 20:17:42 UTC step_size:60
ephemeris_source:blend
`
const FIRST =
  '2026069201642.000 2331.5123456789 -3812.2512345678 -5288.1256789012 7.5012345678 1.2509876543 1.1251111111\n'
const SECOND = '2026069201742.500 2753.5 -3695.25 -5167.5 6.5 2.5 2.25\n'
const COVARIANCE = `4.6343390768e-07 -3.7963809271e-07 7.7770281867e-07 1.8398914684e-10 2.3515746188e-10 1.2050744950e-06 8.2617476650e-10
-9.3402950908e-10 6.5056423006e-13 2.0019807553e-12 -4.6727451721e-10 4.1362166473e-10 -1.2117302280e-12 -8.4570284181e-13
5.1950545462e-13 2.6473144477e-13 8.7817244924e-13 1.6102297802e-09 -2.1049889128e-16 -1.5343530772e-15 5.4287251909e-12
`
const whole = (frame: string) => `${HEAD}${frame}\n${FIRST}${COVARIANCE}${SECOND}${COVARIANCE}`

const TEXTS = [
  whole('UVW'),
  whole('EME2000'),
  whole('ITRF'),
  whole('RTN'),
  whole('J2000'),
  whole('UVW').replaceAll('\n', '\r\n'),
  `${HEAD}UVW\n${FIRST}${SECOND}`,
  whole('UVW').replace(' step_size:60', ''),
  whole('UVW').replace(' ephemeris_stop:2026-03-10 20:17:42 UTC step_size:60', ''),
  // The following texts are refused.
  `${HEAD}UVW\n${FIRST}${COVARIANCE}${SECOND}`,
  `${HEAD}UVW\n${FIRST}${SECOND}${COVARIANCE}`,
  `${HEAD}UVW\n${FIRST}${COVARIANCE}${FIRST}${COVARIANCE}`,
  whole('UVW').replace(/ -2.1049889128e-16.*\n$/, '\n'),
  whole('UVW').slice(0, -100),
  whole('UVW').replace('4.6343390768e-07', '4.6343390768D-07'),
  whole('UVW').replace('2753.5', '2753,5'),
]

const NAMES = [
  'MEME_90001_SIMULATED-1_1651200_oper__unclassified.txt',
  'MEME_90001_SIMULATED(ONE)_1651200_operational_nomnvr_UNCLASSIFIED.txt',
  'MEME_90001_SIMULATED-1_1651200_special_mnvr01_Unclassified.txt',
  'MEME_100001_SIMULATED-1_2540142_Operational_1473385380_UNCLASSIFIED.txt',
  'MEME_799501621_SIMULATED-1_2630000_Operational__UNCLASSIFIED.txt',
  'J2000_00005_SIMULATED-1_0012359_Operational_nomnvr_Unclassified.txt',
  'TEME_340000_SIMULATED_1__A_3660000_Operational__Unclassified.txt',
  'ITRF_90001_SPECIAL_0010000_Operational_burn01_UNCLASSIFIED.txt',
  // The following names are refused.
  'MEME_90001_SIMULATED-1_0001200_Operational__UNCLASSIFIED.txt',
  'MEME_90001_SIMULATED-1_3671200_Operational__UNCLASSIFIED.txt',
  'MEME_90001_SIMULATED-1_0012400_Operational__UNCLASSIFIED.txt',
  'MEME_90001_SIMULATED-1_0011260_Operational__UNCLASSIFIED.txt',
  'MEME_90001_SIMULATED-1_011200_Operational__UNCLASSIFIED.txt',
  'MEME_90001_SIMULATED-1_0011200_Operational_nomnvr.txt',
  'MEME_90001_SIMULATED-1_0011200_Definitive_nomnvr_UNCLASSIFIED.txt',
  'MEME_ABC_SIMULATED-1_0011200_Operational_nomnvr_UNCLASSIFIED.txt',
  'MEME_90001__0011200_Operational_nomnvr_UNCLASSIFIED.txt',
  'MEME_90001_../../x_0011200_Operational_nomnvr_UNCLASSIFIED.txt',
  'MEME_90001_A\\B_0011200_Operational_nomnvr_UNCLASSIFIED.txt',
  'MEME_90001_.._0011200_Operational_nomnvr_UNCLASSIFIED.txt',
  'MEME_90001_SIMULATED-1_0011200_Operational_nomnvr_.txt',
]

const [, , python = ''] = process.argv
const answer = askBrahe(python, { names: NAMES, texts: TEXTS })
if (answer === null) throw new Error('name a Python interpreter that has brahe as the first argument')
const { version, names, texts } = answer
writeReference(
  'ccsds/meme/meme.reference.json',
  {
    source: 'names and texts made here, as brahe reads them',
    version,
    licence: 'facts',
    command: 'node tools/reference/meme.ts <python with brahe>',
  },
  { names, texts },
)
