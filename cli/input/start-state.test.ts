import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import type { Terminal } from '../terminal/command.ts'
import { readStart } from './start-state.ts'

const [RADIUS_M, STEP_S, STEP_RAD] = [7_000_000, 300, 0.3]
const FIRST = parseTime('2026-11-20T03:00:00')

/** Returns positions on a circular orbit in Earth-fixed axes, every five minutes, as in a laser prediction. */
const prediction = (count: number) =>
  [
    'H1 CPF  1  SGF 2026 11 20  0  5441 circle',
    'H2  9207002 5986    22195 2026 11 20  3  0  0 2026 11 20  3 55  0   300 1 1  0 0 0',
    'H9',
    ...Array.from({ length: count }, (_, k) => {
      const [x, y] = [Math.cos(STEP_RAD * k) * RADIUS_M, Math.sin(STEP_RAD * k) * RADIUS_M]
      return `10 0 61364 ${(10_800 + STEP_S * k).toFixed(5)} 0 ${x.toFixed(3)} ${y.toFixed(3)} 0.000`
    }),
    '99',
    '',
  ].join('\n')

const start = (text: string, seconds: number) => {
  const read = async function* () {
    yield new TextEncoder().encode(text)
  }
  return readStart({ read } as unknown as Terminal, 'circle.cpf', addSeconds(FIRST, seconds))
}

test.each([
  ['two hours before it', -7_200, 0],
  ['within it', 1_234, 1_234],
  ['a day after it', 86_400, 11 * STEP_S],
])(
  'a laser prediction gives the initial state at the epoch, or as near to it as it covers: %s',
  async (_, asked, given) => {
    const { epoch, r } = await start(prediction(12), asked)
    expect(secondsBetween(FIRST, epoch)).toBe(given)
    expect(norm(r)).toBeCloseTo(RADIUS_M, -1)
  },
)

test('a prediction with too few positions is refused', async () => {
  await expect(start(prediction(9), 0)).rejects.toThrow('circle.cpf: the prediction has fewer than 10 positions')
})
