import { expect, test } from 'vitest'
import { CURVE_COLOURS } from './curve-picture.ts'
import { EXAMPLE_PLANE } from './example-plane.ts'
import { type EncounterPlane, PICTURE, PICTURE_COLOURS, planePicture } from './plane-picture.ts'
import { readPng } from './testing/read-png.ts'

const pictureOf = (change: Partial<EncounterPlane>) => planePicture({ ...EXAMPLE_PLANE, ...change })

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrastOf = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
/** The minimum contrast of drawings and of large text (WCAG success criteria 1.4.11 and 1.4.3). */
const LEAST_CONTRAST = 3

/** The edge of an ellipse may lie between two rows of pixels. */
const WHOLE_PIXELS = 0

// These are the pages of our own application in light and dark, and the dark pages of Outlook and Gmail.
test.each(['#ffffff', '#101418', '#292929', '#1f1f1f'])(
  'every drawn part is visible on a page of colour %s',
  (page) => {
    for (const [name, colour] of [...Object.entries(PICTURE_COLOURS), ...Object.entries(CURVE_COLOURS)])
      expect(contrastOf(colour, page), name).toBeGreaterThan(LEAST_CONTRAST)
  },
)

test('the background is transparent, so that the page of the mail program shows through', () => {
  const { png, shownAs } = planePicture(EXAMPLE_PLANE)!
  const picture = readPng(png)
  expect([picture.width, picture.height]).toEqual([2 * shownAs.width, 2 * shownAs.height])
  expect(picture.at(0, 0).opacity).toBe(0)
  expect(picture.at(picture.width - 1, picture.height - 1).opacity).toBe(0)
})

test.each([
  ['no covariance', { xx: 0, yx: 0, yy: 0 }],
  ['one that is negative', { xx: 400, yx: 0, yy: -1 }],
  ['one that is no ellipse', { xx: 400, yx: 500, yy: 400 }],
] as const)('there is no picture of %s', (_, covariance) => {
  expect(pictureOf({ covariance })).toBeUndefined()
})

test.each([
  ['a bar is at most three tenths of the width', {}, 200],
  ['errors of kilometres', { covariance: { xx: 4e6, yx: 0, yy: 1e6 } }, 2_000],
  [
    // 6.03 m are 680 of the 720 pixels, so three tenths of the width are 1.9 m.
    'errors of centimetres, and a miss of 5 m',
    { missM: [5, 0], covariance: { xx: 1e-4, yx: 0, yy: 1e-4 }, hardBodyM: 1 },
    1,
  ],
  [
    // 0.8 m are 376 pixels of the height, so three tenths of the width are 0.46 m.
    'errors of centimetres, and hardly a miss',
    { missM: [0.01, 0], covariance: { xx: 1e-4, yx: 0, yy: 1e-4 }, hardBodyM: 0.4 },
    0.2,
  ],
  ['a hard body of 40 m around everything', { missM: [1, 1], covariance: { xx: 1, yx: 0, yy: 1 }, hardBodyM: 40 }, 20],
] as const)('%s: small enough for any mail, with a bar of a round length', (_, change, barM) => {
  const picture = pictureOf(change)!
  expect(picture.barM).toBe(barM)
  expect(picture.png.length).toBeLessThan(30_000)
})

/** The rounding error of the smaller root, which is a difference of two larger numbers. */
const ROUNDING_M = 1e-9

test('the half axes of one sigma are the square roots of the eigenvalues', () => {
  // Trace and determinant were computed by hand: 22 218 and 41 160 016.31.
  const [trace, determinant] = [22_218, 19_997 * 2_221 - 1_803.7 ** 2]
  const root = Math.sqrt(trace ** 2 / 4 - determinant)
  const [major, minor] = planePicture(EXAMPLE_PLANE)!.sigmasM
  expect(Math.abs(major - Math.sqrt(trace / 2 + root))).toBeLessThan(ROUNDING_M)
  expect(Math.abs(minor - Math.sqrt(trace / 2 - root))).toBeLessThan(ROUNDING_M)
})

// The scale was computed by hand: three sigma, a miss along x, and room for the bar take 680 of 720 pixels of the width, or 376 of 480 of the height.
test.each([
  // 6 × 1 172 m take the whole width: 0.0967 pixels per metre. So 6 × 13 m are 7.5 pixels high, and the picture has its minimum height.
  ['flat', { xx: 1_172 ** 2, yx: 0, yy: 13 ** 2 }, PICTURE.leastHeight],
  // 6 × 100 m take the whole width: 6 × 30 m are 204 pixels high, with 104 pixels around them.
  ['low', { xx: 1e4, yx: 0, yy: 900 }, 308],
  ['round', { xx: 1e4, yx: 0, yy: 1e4 }, PICTURE.mostHeight],
  ['upright', { xx: 100, yx: 0, yy: 1e4 }, PICTURE.mostHeight],
] as const)(
  'the picture of an encounter that is %s is as high as it, and all of it is in it',
  (_, covariance, height) => {
    const { png, shownAs } = planePicture({ ...EXAMPLE_PLANE, missM: [0, 0], covariance, hardBodyM: 1 })!
    const picture = readPng(png)
    expect([picture.height, shownAs.height]).toEqual([height, height / 2])
    const drawn: number[] = []
    for (let row = 0; row < picture.height; row++)
      for (let column = 0; column < picture.width; column++)
        if (picture.at(column, row).colour === PICTURE_COLOURS.near && picture.at(column, row).opacity > 0.5)
          drawn.push(row)
    // The ellipse of one sigma is centred in the area above the bar.
    expect((Math.min(...drawn) + Math.max(...drawn)) / 2).toBeCloseTo((height - 64) / 2 - 0.5, WHOLE_PIXELS)
  },
)
