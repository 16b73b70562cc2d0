import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detect } from './detect.ts'

test.each([
  ['CCSDS_CDM_VERS = 1.0\nCREATION_DATE = x', 'CDM', '1.0', 'KVN', true],
  ['\ufeffCOMMENT x\r\n  CCSDS_OEM_VERS=2.0\r\n', 'OEM', '2.0', 'KVN', true],
  ['CCSDS_AEM_VERS = 1.0', 'AEM', '1.0', 'KVN', false],
  ['CCSDS_XYZ_VERS = 0.0', 'unknown', null, 'text', false],
  ['<?xml version="1.0"?><!-- x --><omm id="CCSDS_OMM_VERS" version="3.0"><header>', 'OMM', '3.0', 'XML', true],
  ['<ndm><COMMENT>x</COMMENT><omm id="CCSDS_OMM_VERS" version="2.0">', 'NDM', null, 'XML', true],
  ['<ns:tdm xmlns:ns="x" id="CCSDS_TDM_VERS" version="2.0"/>', 'TDM', '2.0', 'XML', true],
  ['<greeting>Hello, world!</greeting>', 'unknown', null, 'XML', false],
  ['<!DOCTYPE foo SYSTEM "x"><foo/>', 'unknown', null, 'XML', false],
  ['[{"OBJECT_NAME":"X","EPOCH":"x","MEAN_ANOMALY":1}]', 'OMM', null, 'JSON', true],
  ['{"CCSDS_CDM_VERS": "1.0", "TCA": "x"}', 'CDM', '1.0', 'JSON', true],
  ['{"MIN_RNG": 1, "TCA": "x"}', 'unknown', null, 'JSON', false],
  ['OBJECT_NAME,OBJECT_ID,EPOCH\nX,Y,Z', 'OMM', null, 'CSV', true],
  ['created:2026-03-10 20:32:53 UTC\nephemeris_start:2026', 'MEME', null, 'text', true],
  ['blend\nUVW\r\n2026069201642.000 2331.5', 'MEME', null, 'text', true],
  ['stk.v.12.0\r\n\r\nBEGIN Ephemeris\r\n', 'STK', '12.0', 'text', true],
  ['stk.v.12.0\n\nBEGIN Attitude\n', 'unknown', null, 'text', false],
  ['1 00005U 58002B   22022.55771106  .00000105  00000-0  15609-3 0  9990\n2 00005', 'TLE', null, 'text', true],
  [
    '0 VANGUARD 1\r\n1 00005U 58002B   22022.55771106  .00000105  00000-0  15609-3 0  9990\r\n',
    'TLE',
    null,
    'text',
    true,
  ],
  ['', 'unknown', null, 'text', false],
])('detect() recognises %.40j', (text, kind, version, notation, isReadable) => {
  expect(detect(text)).toEqual({ kind, version, notation, isReadable })
})

test('detect() returns a result for any input, and never throws', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('', '<', '{', 'CCSDS_'),
      (text, begin) => {
        expect(detect(begin + text).kind).toBeTypeOf('string')
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  'CCSDS_CDM_VERS = 1.0\nCREATION_DATE = x',
  'OBJECT_NAME,OBJECT_ID,EPOCH\nX,Y,Z',
  'created:2026-03-10 20:32:53 UTC\nephemeris_start:2026',
  'stk.v.12.0\r\n\r\nBEGIN Ephemeris\r\n',
  '1 00005U 58002B   22022.55771106  .00000105  00000-0  15609-3 0  9990\n2 00005',
  '{"CCSDS_CDM_VERS": "1.0", "TCA": "x"}',
])('detect() ignores a byte-order mark before %.30j', (text) => {
  expect(detect(`\ufeff${text}`)).toEqual(detect(text))
  expect(detect(text).kind).not.toBe('unknown')
})
