import { expect, test } from 'vitest'
import { piecesOf } from './unbroken.tsx'

test('piecesOf separates every date and time, and loses nothing', () => {
  const text = 'Decide before 2026-11-21 10:00 Z; message of 05:41 Z, TCA 2026-11-21T14:13:07.000Z.'
  const pieces = piecesOf(text)
  expect(pieces.filter((_, at) => at % 2 === 1)).toEqual(['2026-11-21 10:00 Z', '05:41 Z', '2026-11-21T14:13:07.000Z'])
  expect(pieces.join('')).toBe(text)
  expect(piecesOf('Your user settings have been saved.')).toEqual(['Your user settings have been saved.'])
})

test('piecesOf keeps a power of ten in one piece, with a decimal point or comma', () => {
  expect(piecesOf('Pc 1.39 × 10⁻⁶, before 1,2 × 10⁻¹⁰.')).toEqual([
    'Pc ',
    '1.39 × 10⁻⁶',
    ', before ',
    '1,2 × 10⁻¹⁰',
    '.',
  ])
})
