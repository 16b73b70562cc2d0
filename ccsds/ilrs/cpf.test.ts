import { formatTime } from '@apsis/astro/time/format-time.ts'
import { expect, test } from 'vitest'
import { messageOf } from '../block/read-message.ts'
import { readCpf } from './cpf.ts'

// The text is the head and three positions of a prediction for LAGEOS-2.
const TEXT = `H1 CPF  1  SGF 2016  2 13  2  5441 lageos2
H2  9207002 5986    22195 2016  2 13  0  0  0 2016  2 13 23 54  0   300 1 1  0 0 0
H9
10 0 57431      0.00000  0   7049498.186   5346456.274   8307028.039
10 0 57431    300.00000  0   5742134.431   5922879.510   8932852.042
10 0 57431    600.00000  0   4347154.530   6443341.894   9380701.553
99
`

test('readCpf() reads the head and the positions', () => {
  const cpf = messageOf(readCpf(TEXT))
  expect(cpf).toMatchObject({ version: 1, source: 'SGF', target: 'lageos2', noradId: '22195', frame: 'ITRF' })
  expect(cpf.points.length).toBe(3)
  expect(cpf.points[1]).toMatchObject({ line: 5, r: [5742134.431, 5922879.51, 8932852.042] })
  expect(formatTime(cpf.points[1]!.epoch, { digits: 0 })).toContain('2016-02-13T00:05:00')
})

test('readCpf() reads version 2 and other axes, and omits directions that are corrected for light time', () => {
  const second = TEXT.replace('CPF  1', 'CPF  2')
    .replace(' 5441 lageos2', ' 5441 01 lageos2')
    .replace('300 1 1  0 0 0', '300 1 1  2 0 0')
    .replace('10 0 57431    300', '10 1 57431    300')
  const cpf = messageOf(readCpf(second))
  expect(cpf).toMatchObject({ version: 2, target: 'lageos2', frame: 'EME2000' })
  expect(cpf.points.length).toBe(2)
})

test('readCpf() names line and record of a fault', () => {
  const first = (text: string) => {
    const found = readCpf(text)
    if (found.ok) throw new Error('read')
    return found.errors[0]
  }
  expect(first(TEXT.replace('5742134.431', '57421x'))).toMatchObject({ line: 5, keyword: '10' })
  expect(first(TEXT.replace('600.00000', '300.00000'))).toMatchObject({ line: 6, keyword: '10' })
  expect(first(TEXT.replace(/^H2.*\n/m, ''))).toMatchObject({ keyword: 'H2', code: 'missing-keyword' })
  expect(first('')).toMatchObject({ keyword: 'H1' })
  expect(first(TEXT.replace('300 1 1  0 0 0', '300 1 1  7 0 0'))).toMatchObject({ line: 2, keyword: 'H2' })
})
