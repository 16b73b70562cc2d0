// Builds ccsds/<kind>/<kind>.reference.json: messages of other projects, as those projects' own readers read them.
import { readCollectionText, writeReference } from './reference-file.ts'

const FILES: Readonly<Record<string, readonly string[]>> = {
  cdm: [
    'cdm/orekit_CDMExample1.txt',
    'cdm/orekit_CDMExample1.xml',
    'cdm/orekit_CDMExample4.txt',
    'cdm/orekit_CDM-missing-TCA.txt',
    'cdm/orekit_CDM-missing-object1-covariance-block.xml',
    'cdm/orekit_CDMExample1InvalidTca.txt',
    'cdm/orekit_CDMExample_issue1458.xml',
    'cdm/orekit_ION_SCV8_vs_STARLINK_1233.txt',
    'cdm/ostk_cdm.json',
  ],
  oem: [
    'oem/orekit_OEMExample1.txt',
    'oem/orekit_OEMExample2.txt',
    'oem/orekit_OEM-keyword-within-ephemeris.txt',
    'oem/orekit_OEM-too-few-covariance-columns.txt',
    'oem/oemlib_v2_0_valid_sample10.oem',
    'oem/oemlib_v2_0_invalid_sample09.oem',
    'oem/oemlib_v2_0_invalid_sample16.oem',
    'oem/oemlib_v2_0_invalid_sample17.oem',
    'oem/beyond_oem_minimal.kvn',
    'oem/beyond_oem_minimal.xml',
  ],
  omm: [
    'omm/orekit_OMMExample1.txt',
    'omm/orekit_OMMExample3_utc.txt',
    'omm/orekit_OMM-empty-object-id.txt',
    'omm/oemlib_v2_0_invalid_both-size-fields.omm',
    'omm/oemlib_v2_0_valid_covariance.omm',
    'omm/oemlib_v3_0_invalid_missing-bterm.omm',
    'omm/oemlib_v3_0_valid_namespaced-user-defined.xml',
    'omm/oemlib_real_xml_32276.xml',
    'omm/oemlib_real_kvn_32276.omm',
  ],
  tdm: [
    'tdm/orekit_TDMExample2.txt',
    'tdm/orekit_TDMExample4.xml',
    'tdm/orekit_TDM-data-inconsistent-line.txt',
    'tdm/orekit_TDM-data-wrong-keyword.txt',
    'tdm/orekit_TDM-missing-participants.xml',
    'tdm/orekit_TDMExampleAllKeywordsSequential.xml',
    'tdm/orekit_TDMExampleAllKeywordsSingleDiff.txt',
  ],
  ocm: [
    'ocm/orekit_OCMExample1.txt',
    'ocm/orekit_OCMExample3.txt',
    'ocm/orekit_OCMExample4.txt',
    'ocm/orekit_OCMMinimal.txt',
    'ocm/orekit_OCM-missing-revnum-basis.txt',
    'ocm/orekit_OCM-spurious-metadata-section.txt',
    'ocm/orekit_OCM-wrong-nb-elements.txt',
    'ocm/orekit_OCM-wrong-time-span.txt',
    'ndm/orekit_NDM-ocm-apm.xml',
  ],
}

const manifest = readCollectionText('ccsds/manifest.csv').split('\n')

for (const [kind, paths] of Object.entries(FILES)) {
  const messages = paths.map((path) => {
    const [, , , , expect] = manifest.find((line) => line.startsWith(`${path},`))?.split(',') ?? []
    if (expect === undefined) throw new Error(`${path} is not in the manifest`)
    return { path, expect, text: readCollectionText(`ccsds/${path}`) }
  })
  writeReference(
    `ccsds/${kind}/${kind}.reference.json`,
    {
      source: 'CS-SI/Orekit: src/test/resources/ccsds; bradsease/oem: tests/samples; galactics/beyond: tests/io; OSTk',
      version: 'Orekit fe4aee84; oem 126d02a2; beyond 80cda178; open-space-toolkit-astrodynamics 230ffdf7',
      licence: 'Apache-2.0 (orekit_*, ostk_*), MIT (oemlib_*, beyond_*)',
      command: 'node tools/reference/messages.ts',
    },
    { messages },
  )
}
