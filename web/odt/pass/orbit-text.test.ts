import { expect, test } from 'vitest'
import { orbitOfText } from './orbit-text.ts'

const TLE =
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927\n2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537'

test('orbitOfText recognises a number, two lines with or without a name, and messages by their first keyword', () => {
  expect(orbitOfText(' 25544 ')).toEqual({ kind: 'catalogue', catalogueId: 25_544 })
  expect(orbitOfText(`ISS (ZARYA)\r\n${TLE.replace('\n', '\r\n')}\r\n`)).toEqual({ kind: 'TLE', text: TLE })
  expect(orbitOfText('CCSDS_OMM_VERS = 2.0')).toMatchObject({ kind: 'OMM' })
  expect(orbitOfText('<?xml version="1.0"?>\n<oem id="CCSDS_OEM_VERS">')).toMatchObject({ kind: 'OEM' })
})

test('orbitOfText returns nothing for a text that is not an orbit', () => {
  for (const text of ['', '0', 'SAT-1', '1234567890', TLE.split('\n')[0] as string])
    expect(orbitOfText(text)).toBe(undefined)
})
