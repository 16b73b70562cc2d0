import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SHAPES, type Shape } from '../../ui/status/status-shape.data.ts'
import { LEVELS, type Level } from '../../ui/status/status-symbol.tsx'
import { VISION_MATRICES, VISIONS, type Vision } from './vision.data.ts'

type Triple = readonly [number, number, number]

/** Returns the linear red, green and blue of an sRGB colour (IEC 61966-2-1). */
function toLinear(hex: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function seenBy(vision: Vision, [r, g, b]: Triple): Triple {
  if (vision === 'usual') return [r, g, b]
  const row = (place: 0 | 1 | 2) => {
    const [x, y, z] = VISION_MATRICES[vision][place] ?? [0, 0, 0]
    return Math.min(1, Math.max(0, x * r + y * g + z * b))
  }
  return [row(0), row(1), row(2)]
}

/** Returns CIE L*a*b* under D65, from linear sRGB. */
function toLab([r, g, b]: Triple): Triple {
  const f = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116)
  const x = f((0.412_456_4 * r + 0.357_576_1 * g + 0.180_437_5 * b) / 0.950_47)
  const y = f(0.212_672_9 * r + 0.715_152_2 * g + 0.072_175 * b)
  const z = f((0.019_333_9 * r + 0.119_192 * g + 0.950_304_1 * b) / 1.088_83)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const RAD = Math.PI / 180

/** Returns CIEDE2000: Sharma, Wu, Dalal, "The CIEDE2000 color-difference formula", Color Res. Appl. 30(1), 2005. */
function deltaE00([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)))
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)]
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)]
  const hue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / RAD + 360) % 360)
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)]
  const apart = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180
  const dL = l2 - l1
  const dC = c2 - c1
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((apart / 2) * RAD)
  const meanL = (l1 + l2) / 2
  const cMean = (c1 + c2) / 2
  const meanH = c1 * c2 === 0 ? h1 + h2 : h1 + apart / 2
  const t =
    1 -
    0.17 * Math.cos((meanH - 30) * RAD) +
    0.24 * Math.cos(2 * meanH * RAD) +
    0.32 * Math.cos((3 * meanH + 6) * RAD) -
    0.2 * Math.cos((4 * meanH - 63) * RAD)
  const turn = 30 * Math.exp(-(((((meanH + 360) % 360) - 275) / 25) ** 2))
  const rC = 2 * Math.sqrt(cMean ** 7 / (cMean ** 7 + 25 ** 7))
  const sL = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2)
  const sC = 1 + 0.045 * cMean
  const sH = 1 + 0.015 * cMean * t
  return Math.sqrt(
    (dL / sL) ** 2 + (dC / sC) ** 2 + (dH / sH) ** 2 - Math.sin(2 * turn * RAD) * rC * (dC / sC) * (dH / sH),
  )
}

const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
const THEMES = { light: 1, dark: 2 } as const
function colourOf(level: Level, theme: keyof typeof THEMES): string {
  const found = new RegExp(`--st-${level}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)?.[THEMES[theme]]
  if (!found) throw new Error(`tokens.css has no colour for ${level}.`)
  return found
}

const PAIRS = LEVELS.flatMap((a, place) => LEVELS.slice(place + 1).map((b) => [a, b] as const))

/**
 * Returns the pairs of colours that look the same with this vision. Below a difference of 10 two small separate marks cannot be
 * distinguished with certainty.
 */
function confusedBy(vision: Vision, theme: keyof typeof THEMES) {
  const lab = (level: Level) => toLab(seenBy(vision, toLinear(colourOf(level, theme))))
  return PAIRS.map(([a, b]) => ({ a, b, distance: deltaE00(lab(a), lab(b)) })).filter(({ distance }) => distance < 10)
}

/** True if a point of the square of 12 × 12 is inside a shape. */
function isInside(shape: Shape, x: number, y: number): boolean {
  if (shape.kind !== 'polygon') {
    const radius = Math.hypot(x - 6, y - 6)
    return shape.kind === 'dot' ? radius <= shape.radius : Math.abs(radius - shape.radius) <= 1
  }
  const sides = shape.points.map((from, place) => {
    const to = shape.points[(place + 1) % shape.points.length] ?? from
    return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0])
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}

/** Returns the share that two shapes have in common if one is laid over the other, from 0 to 1. */
function overlap(a: Shape, b: Shape): number {
  let [both, either] = [0, 0]
  for (let x = 0.05; x < 12; x += 0.1)
    for (let y = 0.05; y < 12; y += 0.1) {
      const [inA, inB] = [isInside(a, x, y), isInside(b, x, y)]
      if (inA && inB) both += 1
      if (inA || inB) either += 1
    }
  return both / either
}

test.each([
  // Pairs 1, 4, 7 and 17 of the published test data.
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
] as const)('deltaE00 of %j and %j is %f, as published', (a, b, published) => {
  expect(deltaE00(a, b)).toBeCloseTo(published, 4)
})

test.each(VISIONS.filter((vision) => vision !== 'greyscale'))('%s: white stays white', (vision) => {
  for (const part of seenBy(vision, [1, 1, 1])) expect(part).toBeCloseTo(1, 5)
})

test('the values in ux.md for the dark statuses are valid: deuteranopes see normal and serious alike, and without colour off and standby', () => {
  const names = (vision: Vision) => confusedBy(vision, 'dark').map(({ a, b }) => `${a} ${b}`)
  expect(confusedBy('usual', 'dark')).toEqual([])
  expect(names('protanopia')).toContain('ok caution')
  expect(names('deuteranopia')).toContain('ok serious')
  expect(names('greyscale')).toContain('inactive pending')
})

const CASES = VISIONS.flatMap((vision) => (['light', 'dark'] as const).map((theme) => [vision, theme] as const))

test.each(CASES)('with %s in the %s theme, statuses of the same colour differ in shape', (vision, theme) => {
  const alike = confusedBy(vision, theme).filter(({ a, b }) => overlap(SHAPES[a], SHAPES[b]) > 0.75)
  expect(alike).toEqual([])
})

test('the six shapes are distinct: no two cover the same area, and a shape covers itself', () => {
  expect(PAIRS.filter(([a, b]) => overlap(SHAPES[a], SHAPES[b]) > 0.75)).toEqual([])
  expect(overlap(SHAPES.caution, SHAPES.caution)).toBe(1)
  expect(new Set(LEVELS.map((level) => JSON.stringify(SHAPES[level]))).size).toBe(6)
})
