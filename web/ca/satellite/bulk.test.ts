import { expect, test } from 'vitest'
import { readBulk, TEMPLATE_COLUMNS } from './bulk.ts'

test('readBulk reads the columns of TraCSS and of the API, whatever their case and punctuation, and names the ignored ones', () => {
  const { rows, ignored, faults } = readBulk(
    'satelliteName,alternateNames,noradID,COSPAR_ID,wet_mass,hardBodyRadius\r\n' +
      'My Sat 1,,90101,2024-031C,260,2.6\r\n"Sat, two",Two,90102,,,\r\n',
  )
  expect(faults).toEqual([])
  expect(ignored).toEqual(['alternateNames'])
  expect(rows.map(({ line, input }) => [line, input?.name, input?.noradId, input?.cosparId])).toEqual([
    [2, 'My Sat 1', 90_101, '2024-031C'],
    [3, 'Sat, two', 90_102, undefined],
  ])
  expect(rows[0]?.input?.configuration).toMatchObject({ wetMass: 260, hardBodyRadius: 2.6 })
})

test('readBulk reads the kind of propulsion, assumes the numbers of an engine, and says where to enter real ones', () => {
  const { rows, ignored } = readBulk('name,noradId,propulsion\nA,1,none\nB,2,\nC,3,IMPULSIVE\nD,4,rocket\n')
  expect(ignored).toEqual([])
  const taken = rows.map(({ input }) => input?.configuration.propulsion)
  expect(taken.map((one) => one?.type)).toEqual(['NONE', 'UNKNOWN', 'IMPULSIVE', undefined])
  expect(taken[2]).toMatchObject({ thrustN: 1, isAssumed: true })
  expect(rows[3]?.faults).toEqual([expect.stringMatching(/^Propulsion: .* on its page\.$/)])
})

test('readBulk names the errors of a row, and reads the others', () => {
  const { rows } = readBulk('name,noradId,wetMass\nA,1,heavy\n,2,\nB,3,\nC,3,\nb,4,\n')
  expect(rows.map(({ input }) => input?.noradId)).toEqual([undefined, undefined, 3, undefined, undefined])
  expect(rows[0]?.faults[0]).toMatch(/^Wet mass: /)
  expect(rows[1]?.faults[0]).toMatch(/^Name: /)
  expect(rows[3]?.faults).toEqual(['The same catalogue number as line 4.'])
  expect(rows[4]?.faults).toEqual(['The same name as line 4.'])
})

test('readBulk refuses a file without the two required columns, or with a broken row', () => {
  expect(readBulk('id,mass\n1,2\n').faults).toHaveLength(2)
  expect(readBulk(`${TEMPLATE_COLUMNS.join(',')}\n`).faults).toHaveLength(1)
  const broken = readBulk('# SIMULATED: made-up data\nname,noradId\nA,1\nB\n')
  expect(broken.rows.map(({ line, name }) => [line, name])).toEqual([[3, 'A']])
  expect(broken.faults[0]).toMatch(/^line 4: /)
})
