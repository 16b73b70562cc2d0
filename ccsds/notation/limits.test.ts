import { expect, test } from 'vitest'
import { readMessages } from '../message/read-messages.ts'

const KVN = (name: string, comment = 'x') => `CCSDS_OMM_VERS = 2.0
CREATION_DATE = 2026-11-20T00:00:00
ORIGINATOR = TESTER
COMMENT ${comment}
OBJECT_NAME = ${name}
`
const XML = (name: string, comment = 'x') => `<?xml version="1.0"?>
<omm id="CCSDS_OMM_VERS" version="2.0"><header><COMMENT>${comment}</COMMENT><CREATION_DATE>2026-11-20T00:00:00</CREATION_DATE><ORIGINATOR>TESTER</ORIGINATOR></header>
<body><segment><metadata>
<OBJECT_NAME>${name}</OBJECT_NAME></metadata></segment></body></omm>`
/** The fields by which a record is recognised as an element set. */
const ELEMENTS = {
  MEAN_MOTION: 15.5,
  ECCENTRICITY: 0.001,
  INCLINATION: 51,
  RA_OF_ASC_NODE: 1,
  ARG_OF_PERICENTER: 1,
  MEAN_ANOMALY: 1,
}
const JSON_TEXT = (name: string) =>
  JSON.stringify([
    { OBJECT_NAME: name, OBJECT_ID: '1998-067A', EPOCH: '2026-11-20T00:00:00', ...ELEMENTS, NORAD_CAT_ID: 25_544 },
  ])

function lengthFaults(text: string) {
  const found = readMessages(text, { strict: false })
  const faults = found.messages.flatMap(({ reading }) => (reading.ok ? [] : reading.errors))
  return faults
    .filter(({ code }) => code === 'text-too-long')
    .map(({ line, keyword, message, expected }) => [line, keyword, message, expected])
}

test.each([
  ['KVN', KVN, 5],
  ['XML', XML, 4],
])(
  'a name in %s has at most 100 characters, and a longer one is refused with its line and keyword',
  (_, write, line) => {
    expect(lengthFaults(write('x'.repeat(100)))).toEqual([])
    expect(lengthFaults(write('x'.repeat(101)))).toEqual([[line, 'OBJECT_NAME', '101 characters', 'at most 100']])
  },
)

test('a name in a JSON record has the same maximum length as a name in any other notation', () => {
  expect(lengthFaults(JSON_TEXT('x'.repeat(101)))).toEqual([
    [expect.any(Number), 'OBJECT_NAME', '101 characters', 'at most 100'],
  ])
})

test('a comment in XML may be as long as the line of KVN with the same content', () => {
  expect(lengthFaults(XML('SAT', 'x'.repeat(4_096)))).toEqual([])
  expect(lengthFaults(XML('SAT', 'x'.repeat(4_097)))).toEqual([[2, 'COMMENT', '4,097 characters', 'at most 4,096']])
})
