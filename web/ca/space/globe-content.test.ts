import { jday, shadowFraction, sunPos } from 'satellite.js'
import { expect, test } from 'vitest'
import { stateByOtherProgram } from '../../space/testing/other-sgp4.ts'
import { contentOf } from './globe-content.ts'
import { catalogue, columns, own } from './testing/two-own.ts'
import { spaceWords } from './words.data.ts'

const orbitMs = Date.parse('2026-11-20T06:00:00Z')

const content = () =>
  contentOf({
    space: { own, urgent: undefined, ahead: [], stations: [], burns: [] },
    catalogue,
    picked: undefined,
    isEarthFixed: false,
    orbitMs,
    shown: undefined,
    encounter: undefined,
    say: spaceWords,
  })

/** The part of the Sun that the Earth covers, by satellite.js, 0 to 1. */
function coveredAt(k: number, atMs: number): number {
  const state = stateByOtherProgram(columns, k, atMs)
  if (!state) throw new Error('satellite.js has no state.')
  const [x, y, z] = state.r
  return shadowFraction(sunPos(jday(new Date(atMs))).rsun, { x, y, z })
}

/** satellite.js takes the Earth as a ball: its shadow is up to 21 km wider at the poles, three seconds of flight. */
const EDGE_S = 6

test('the orbits of own satellites are dotted where satellite.js has them in the shadow, and solid elsewhere', () => {
  const { lines } = content()
  for (const { k } of own) {
    let compared = 0
    for (const kind of ['orbit', 'shadow'] as const) {
      const line = lines.find(({ id }) => id === `${kind} ${k}`)
      expect(line?.dash !== undefined).toBe(kind === 'shadow')
      const parts = line?.parts ?? new Float32Array()
      for (let at = 0; at < parts.length; at += 8) {
        const [from = 0, to = 0] = [parts[at + 3], parts[at + 7]]
        for (const s of [from + EDGE_S, (from + to) / 2, to - EDGE_S]) {
          if (to - from < 3 * EDGE_S) continue
          const covered = coveredAt(k, orbitMs + 1_000 * s)
          if (kind === 'shadow') expect(covered, `${k}, ${s} s`).toBe(1)
          else expect(covered, `${k}, ${s} s`).toBeLessThan(1)
          compared += 1
        }
      }
    }
    expect(compared).toBeGreaterThan(400)
  }
})
