// Builds ccsds/opm/opm.reference.json: Orbit Parameter Messages of other projects, as those projects' own readers read them.
import { readCollectionText, writeReference } from './reference-file.ts'

const FILES = [
  'opm/orekit_OPMExample1.txt',
  'opm/orekit_OPMExample5.txt',
  'opm/orekit_OPMExamplePartialManeuver.txt',
  'opm/orekit_OPM-unknown-center.txt',
  'opm/orekit_OPM-unknown-frame.txt',
  'opm/orekit_OPM-incompatible-units.txt',
  'opm/beyond_opm_cov_tnw.kvn',
  'opm/beyond_opm_strange_units.kvn',
  'opm/beyond_opm_continuous_man_tnw.kvn',
  'opm/beyond_opm_continuous_man_tnw.xml',
]

const manifest = readCollectionText('ccsds/manifest.csv').split('\n')
const messages = FILES.map((path) => {
  const [, , , , expect] = manifest.find((line) => line.startsWith(`${path},`))?.split(',') ?? []
  if (expect === undefined) throw new Error(`${path} is not in the manifest`)
  return { path, expect, text: readCollectionText(`ccsds/${path}`) }
})

writeReference(
  'ccsds/opm/opm.reference.json',
  {
    source: 'CS-SI/Orekit: src/test/resources/ccsds/odm/opm; galactics/beyond: tests/io/ccsds/data',
    version: 'Orekit fe4aee84; beyond 80cda178',
    licence: 'Apache-2.0 (orekit_*), MIT (beyond_*)',
    command: 'node tools/reference/opm.ts',
  },
  { messages },
)
