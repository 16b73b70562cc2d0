import { expect, test } from 'vitest'
import { pathStatusOfFile } from './path-status.ts'

const of = (name: string, ...comments: readonly string[]) =>
  pathStatusOfFile({ name, head: comments.map((text) => `COMMENT ${text}`).join('\n'), ownNames: ['HOT BIRD 13'] })

test.each([
  ['DRAFT_SAT-2_2030010_nominal.oem', 'NOMINAL', 'draft'],
  ['SAT-2_2030010_hot.oem', 'HOT', 'hot'],
  ['SAT-2_2030010_COLD.oem', 'COLD', 'cold'],
  ['SAT-2_no-burn.ocm', 'NO_BURN', 'noburn'],
  ['25544_noBurn.oem', 'NO_BURN', 'noburn'],
  ['25544_possible_2.oem', 'POSSIBLE', 'possible'],
  ['MEME_25544_ISS_1651200_special_mnvr01_Unclassified.txt', 'POSSIBLE', 'special'],
  ['TEME_25544_ISS_1651200_Special__Unclassified.txt', 'POSSIBLE', 'special'],
  ['MEME_25544_ISS_1651200_special.oem', 'POSSIBLE', 'special'],
  ['SUPERSEDED_SAT-2_nominal.oem', 'NOMINAL', 'superseded'],
])('pathStatusOfFile() of the name %s is %s, and a study because of the word %s', (name, found, study) => {
  expect(of(name)).toEqual({ case: found, study })
})

test.each([
  'MEME_25544_ISS(ZARYA)_1651200_operational_nomnvr_UNCLASSIFIED.txt',
  'MEME_25544_SPECIAL_1651200_operational_nomnvr_UNCLASSIFIED.txt',
  '90003_2026-11-21.oem',
  '43617_plan.oem',
  'hotbird.oem',
  '40000_HOT_BIRD_13.oem',
])('pathStatusOfFile() has no objection to the name %s', (name) => {
  expect(of(name)).toEqual({ case: null, study: null })
})

test('pathStatusOfFile() reads the comments, whatever the name is', () => {
  const draft = 'DRAFT. Nobody has approved this manoeuvre. DO NOT EXECUTE.'
  expect(of('a.oem', draft).study).toBe(draft)
  expect(of('a.oem', 'SUPERSEDED. DO NOT EXECUTE.').study).toBe('SUPERSEDED. DO NOT EXECUTE.')
  const released = 'APPROVED, and not yet EXPORTED: do not command it before it is.'
  expect(of('a.oem', released).study).toBe(released)
  expect(of('a.oem', 'Manoeuvre SAT-2_1, hot, planned with two-body dynamics')).toEqual({ case: 'HOT', study: 'hot' })
  expect(of('a.oem', 'Manoeuvre SAT-2_1, no-burn, planned')).toEqual({ case: 'NO_BURN', study: 'noburn' })
  expect(of('a.oem', 'Manoeuvre SAT-2_1, nominal, planned', 'Approved by kim')).toEqual({
    case: 'NOMINAL',
    study: null,
  })
  const xml = pathStatusOfFile({ name: 'a.xml', head: `<COMMENT>${draft}</COMMENT>\r\n`, ownNames: [] })
  expect(xml.study).toBe(draft)
  const wide = Buffer.from(`CCSDS_OEM_VERS = 2.0\nCOMMENT ${draft}\n`, 'utf16le').toString('utf8')
  expect(pathStatusOfFile({ name: 'a.oem', head: wide, ownNames: [] }).study).toBe(draft)
  expect(pathStatusOfFile({ name: 'a.oem', head: `X = DRAFT\n${'#'.repeat(70_000)}`, ownNames: [] }).study).toBeNull()
})
